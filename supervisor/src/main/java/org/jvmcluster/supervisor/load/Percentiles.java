package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of durations, read off one histogram, with the number of samples they stand on.
 *
 * @param count samples; the rest is meant only if there are any
 */
public record Percentiles(
    long count, Duration p50, Duration p90, Duration p99, Duration p999, Duration max) {

  /** Reads a histogram of nanoseconds; empty without a sample. */
  static Optional<Percentiles> of(Histogram nanos) {
    if (nanos.getTotalCount() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Percentiles(
            nanos.getTotalCount(),
            at(nanos, 50),
            at(nanos, 90),
            at(nanos, 99),
            at(nanos, 99.9),
            Duration.ofNanos(nanos.getMaxValue())));
  }

  private static Duration at(Histogram nanos, double percentile) {
    return Duration.ofNanos(nanos.getValueAtPercentile(percentile));
  }
}
