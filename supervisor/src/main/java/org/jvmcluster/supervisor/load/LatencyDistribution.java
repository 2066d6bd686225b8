package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * All durations of one kind as a histogram, so that those of several runs can be truly added.
 * Immutable; nanoseconds, at most 0.1 % off.
 */
public final class LatencyDistribution {
  private final Histogram histogram;

  private LatencyDistribution(Histogram histogram) {
    this.histogram = histogram;
  }

  /** Takes a copy of a histogram of nanoseconds. */
  public static LatencyDistribution of(Histogram nanos) {
    return new LatencyDistribution(requireNonNull(nanos, "nanos").copy());
  }

  /** All samples of all of them; without any, an empty one. */
  public static LatencyDistribution merged(Collection<LatencyDistribution> parts) {
    Histogram all = DurationSamples.emptyHistogram();
    all.setAutoResize(true);
    parts.forEach(part -> all.add(part.histogram));
    return new LatencyDistribution(all);
  }

  /** Samples. */
  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * The least duration that so many percent of the samples do not exceed.
   *
   * @param percentile 0 to 100
   * @return empty without a sample
   */
  public Optional<Duration> at(double percentile) {
    return count() == 0 ? Optional.empty() : Optional.of(nanosAt(percentile));
  }

  /** The usual ones; empty without a sample. */
  public Optional<Percentiles> percentiles() {
    return count() == 0
        ? Optional.empty()
        : Optional.of(
            new Percentiles(
                count(), nanosAt(50), nanosAt(90), nanosAt(99), nanosAt(99.9), nanosAt(100)));
  }

  /** A copy, for what HdrHistogram offers beyond this. */
  public Histogram toHistogram() {
    return histogram.copy();
  }

  private Duration nanosAt(double percentile) {
    return Duration.ofNanos(histogram.getValueAtPercentile(percentile));
  }
}
