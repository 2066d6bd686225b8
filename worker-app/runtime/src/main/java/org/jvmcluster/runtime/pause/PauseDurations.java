package org.jvmcluster.runtime.pause;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;

/** Durations of pauses as a reading. Some a second at most, so a lock does. From any thread. */
final class PauseDurations {
  private static final long LOWEST_NANOS = 1_000;

  /** One day: who debugs a process may stop it for hours. */
  private static final long HIGHEST_NANOS = 86_400_000_000_000L;

  private final String name;

  /** Guarded by this. */
  private Histogram interval = empty();

  PauseDurations(String name) {
    this.name = requireNonNull(name, "name");
  }

  private static Histogram empty() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, 2);
  }

  synchronized void record(long nanos) {
    interval.recordValue(Math.max(0, Math.min(nanos, HIGHEST_NANOS)));
  }

  /** Adds what was recorded since the last call, if anything was. */
  synchronized void addTo(List<? super Reading> readings) {
    if (interval.getTotalCount() > 0) {
      readings.add(new Reading.Distribution(name, Map.of(), interval));
      interval = empty();
    }
  }
}
