package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Durations of one kind, counted in a histogram. Not thread-safe. */
final class DurationSamples {
  /** Three digits: a percentile is at most 0.1 % off. */
  private static final int DIGITS = 3;

  /** Nothing is served in less. */
  private static final long SHORTEST_NANOS = 1_000;

  /** A begun request ends with its timeout; being late at the start may add as much again. */
  static final long LONGEST_NANOS = 2 * LoadPlan.LONGEST.toNanos();

  private final Histogram histogram = emptyHistogram();
  private long maxNanos;

  static Histogram emptyHistogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);
  }

  void record(long nanos) {
    long counted = Math.min(Math.max(nanos, 0), LONGEST_NANOS);
    histogram.recordValue(counted);
    maxNanos = Math.max(maxNanos, counted);
  }

  /** Zero without a sample. */
  Duration at(double percentile) {
    // A histogram answers with the end of its bucket, which may lie above the greatest sample.
    return Duration.ofNanos(Math.min(histogram.getValueAtPercentile(percentile), maxNanos));
  }

  /** A copy of all of them. */
  LatencyDistribution distribution() {
    return LatencyDistribution.of(histogram);
  }

  Optional<Percentiles> percentiles() {
    long count = histogram.getTotalCount();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Percentiles(count, at(50), at(90), at(99), at(99.9), Duration.ofNanos(maxNanos)));
  }
}
