package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * Percentiles of added histograms; they are never means of percentiles.
 *
 * @param distribution all samples
 */
public record LatencyFigures(LatencyDistribution distribution) {
  public LatencyFigures {
    requireNonNull(distribution, "distribution");
  }

  static LatencyFigures merged(List<LatencyDistribution> parts) {
    return new LatencyFigures(LatencyDistribution.merged(parts));
  }

  public long count() {
    return distribution.count();
  }

  /** Empty without a sample; 100 is the greatest. */
  public Optional<Duration> at(double percentile) {
    return distribution.at(percentile);
  }

  /**
   * Whether enough samples stand behind a percentile: at least one is expected beyond it. The p99
   * of 20 samples is their maximum, and says as little of the next 20 as that.
   */
  public boolean isSound(double percentile) {
    return count() >= samplesFor(percentile);
  }

  /** 10 for p90, 100 for p99, 1000 for p99.9; 1 for the maximum, which is what it is. */
  static long samplesFor(double percentile) {
    return percentile >= 100 ? 1 : Math.round(100 / (100 - percentile));
  }
}
