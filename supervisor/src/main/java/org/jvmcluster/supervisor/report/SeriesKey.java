package org.jvmcluster.supervisor.report;

import java.util.HashMap;
import java.util.Map;
import org.jvmcluster.runtime.protocol.Reading;

/**
 * What readings of the same thing have in common over a worker's life. The label {@code loop} does
 * not count: the loops of a worker serve the same requests, and their distributions are added.
 *
 * @param name from {@code ReadingNames}, or one of a newer worker
 * @param labels without {@code loop}
 */
record SeriesKey(String name, Map<String, String> labels) {
  private static final String LOOP = "loop";

  SeriesKey {
    labels = Map.copyOf(labels);
  }

  static SeriesKey of(Reading reading) {
    if (!reading.labels().containsKey(LOOP)) {
      return new SeriesKey(reading.name(), reading.labels());
    }
    Map<String, String> labels = new HashMap<>(reading.labels());
    labels.remove(LOOP);
    return new SeriesKey(reading.name(), labels);
  }
}
