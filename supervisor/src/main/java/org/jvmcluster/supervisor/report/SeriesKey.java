package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;

/**
 * What readings of the same thing have in common over a worker's life.
 *
 * <p>The label {@code loop} does not count for distributions: the loops of a worker serve the same
 * requests, and their distributions are added. Of counters and gauges it does, since a share of
 * time is of one loop.
 *
 * @param name from {@code ReadingNames}, or one of a newer worker
 * @param labels of the series
 */
public record SeriesKey(String name, Map<String, String> labels) {
  static final String LOOP = "loop";

  public SeriesKey {
    requireNonNull(name, "name");
    labels = Map.copyOf(labels);
  }

  static SeriesKey of(Reading reading) {
    if (!(reading instanceof Reading.Distribution) || !reading.labels().containsKey(LOOP)) {
      return new SeriesKey(reading.name(), reading.labels());
    }
    Map<String, String> labels = new HashMap<>(reading.labels());
    labels.remove(LOOP);
    return new SeriesKey(reading.name(), labels);
  }

  /** The value of a label; null where it has none of that name. */
  public @Nullable String label(String label) {
    return labels.get(label);
  }

  /** Whether it is called so, whatever its labels. */
  boolean isCalled(String other) {
    return name.equals(other);
  }
}
