package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * Latencies of the same load, several times: percentiles are read off all samples together, and
 * their intervals come from how far the repeats lie apart.
 */
final class Repeats {
  private static final double CONFIDENCE = 0.95;
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<LatencyDistribution> parts;
  private final LatencyDistribution all;

  private Repeats(Collection<LatencyDistribution> parts, LatencyDistribution all) {
    this.parts = List.copyOf(parts);
    this.all = requireNonNull(all, "all");
  }

  static Repeats of(Collection<LatencyDistribution> parts) {
    return of(parts, LatencyDistribution.merged(parts));
  }

  /**
   * @param all the parts merged already
   */
  static Repeats of(Collection<LatencyDistribution> parts, LatencyDistribution all) {
    if (all.count() == 0) {
      throw new IllegalArgumentException("no sample of a latency");
    }
    return new Repeats(parts.stream().filter(part -> part.count() > 0).toList(), all);
  }

  /** Of all of them. */
  Estimate millisAt(double percentile) {
    double[] values = parts.stream().mapToDouble(part -> millis(part, percentile)).toArray();
    // The longest of all grows with the number of repeats; that of one is what can be repeated.
    return percentile == 100
        ? mean(values)
        : new Estimate(millis(all, percentile), interval(values), values.length);
  }

  private static double millis(LatencyDistribution of, double percentile) {
    return of.at(percentile).orElseThrow().toNanos() / NANOS_PER_MILLI;
  }

  /** The mean of independent values and where the true one lies, at least one value. */
  static Estimate mean(double[] values) {
    return new Estimate(
        Arrays.stream(values).average().orElseThrow(), interval(values), values.length);
  }

  /** By Student's distribution; of one value everything, since it shows no scatter. */
  private static Interval interval(double[] values) {
    int freedom = values.length - 1;
    if (freedom < 1) {
      return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    double mean = Arrays.stream(values).average().orElseThrow();
    double half =
        new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
            * Math.sqrt(variance(values) / values.length);
    return new Interval(mean - half, mean + half);
  }

  /** Of what the values are drawn from; two values or more. */
  static double variance(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum()
        / (values.length - 1);
  }
}
