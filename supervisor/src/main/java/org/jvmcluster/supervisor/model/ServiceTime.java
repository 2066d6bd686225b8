package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/** How long a request holds its worker, by chance. Immutable. */
public sealed interface ServiceTime {
  /** One of them, above 0 or 0. */
  double nextNanos(RandomGenerator random);

  /** Of infinitely many. */
  double meanNanos();

  /** Always the same. */
  static ServiceTime fixed(Duration duration) {
    return new Fixed(positive(duration, "a service time"));
  }

  /** Exponential: short ones are the most frequent, and no age tells when one ends. */
  static ServiceTime exponential(Duration mean) {
    return new Exponential(positive(mean, "a mean service time"));
  }

  /**
   * Log-normal: many close together, a few far longer, as services show.
   *
   * @param mean of all
   * @param p99 longer than the mean, at most 14.9 times as long: no log-normal has a longer one
   */
  static ServiceTime lognormal(Duration mean, Duration p99) {
    double meanNanos = positive(mean, "a mean service time");
    double ratio = positive(p99, "a p99 of service times") / meanNanos;
    // mean = e^(mu + s^2/2) and p99 = e^(mu + z s), so s^2/2 - z s + ln(p99 / mean) = 0.
    double z = new NormalDistribution().inverseCumulativeProbability(0.99);
    double root = z * z - 2 * Math.log(ratio);
    if (!(ratio > 1) || root < 0) {
      throw new IllegalArgumentException(
          "the p99 of a log-normal is more than its mean and at most 14.9 times as long");
    }
    double spread = z - Math.sqrt(root);
    return new Lognormal(Math.log(meanNanos) - spread * spread / 2, spread, meanNanos);
  }

  /**
   * As measured: drawn from all samples.
   *
   * @throws IllegalArgumentException without a sample
   */
  static ServiceTime measured(LatencyDistribution samples) {
    if (samples.count() == 0) {
      throw new IllegalArgumentException("no sample of a service time");
    }
    Histogram histogram = samples.toHistogram();
    List<double[]> rows = new ArrayList<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      rows.add(
          new double[] {
            histogram.medianEquivalentValue(value.getValueIteratedTo()),
            value.getTotalCountToThisValue()
          });
    }
    return new Measured(
        rows.stream().mapToDouble(row -> row[0]).toArray(),
        rows.stream().mapToDouble(row -> row[1]).toArray());
  }

  /**
   * Several kinds of requests, each as often as its weight says.
   *
   * @param parts as many as {@code weights}, at least one
   * @param weights above 0
   */
  static ServiceTime mix(List<ServiceTime> parts, List<Double> weights) {
    if (parts.isEmpty() || parts.size() != weights.size()) {
      throw new IllegalArgumentException("a mix has a weight for each part");
    }
    double[] upTo = new double[weights.size()];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      if (!(weights.get(i) > 0 && weights.get(i) < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a weight is above 0, not " + weights.get(i));
      }
      sum += weights.get(i);
      upTo[i] = sum;
    }
    return new Mix(List.copyOf(parts), upTo);
  }

  private static double positive(Duration duration, String what) {
    requireNonNull(duration, "duration");
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(what + " is longer than 0");
    }
    return duration.toNanos();
  }

  /** Where the first of ascending sums lies above a draw: chosen as often as its share is. */
  private static int drawn(double[] upTo, RandomGenerator random) {
    double drawn = random.nextDouble() * upTo[upTo.length - 1];
    int found = Arrays.binarySearch(upTo, drawn);
    return found >= 0 ? Math.min(found + 1, upTo.length - 1) : -found - 1;
  }

  /** See {@link #fixed}. */
  record Fixed(double nanos) implements ServiceTime {
    @Override
    public double nextNanos(RandomGenerator random) {
      return nanos;
    }

    @Override
    public double meanNanos() {
      return nanos;
    }
  }

  /** See {@link #exponential}. */
  record Exponential(double meanNanos) implements ServiceTime {
    @Override
    public double nextNanos(RandomGenerator random) {
      return meanNanos * random.nextExponential();
    }
  }

  /** See {@link #lognormal}; of the logarithm in nanoseconds, {@code middle} and deviation. */
  record Lognormal(double middle, double spread, double meanNanos) implements ServiceTime {
    @Override
    public double nextNanos(RandomGenerator random) {
      return Math.exp(middle + spread * random.nextGaussian());
    }
  }

  /** See {@link #measured}. */
  final class Measured implements ServiceTime {
    private final double[] nanos;
    private final double[] upTo;
    private final double meanNanos;

    private Measured(double[] nanos, double[] upTo) {
      this.nanos = nanos;
      this.upTo = upTo;
      double sum = 0;
      for (int i = 0; i < nanos.length; i++) {
        sum += nanos[i] * (upTo[i] - (i == 0 ? 0 : upTo[i - 1]));
      }
      this.meanNanos = sum / upTo[upTo.length - 1];
    }

    @Override
    public double nextNanos(RandomGenerator random) {
      return nanos[drawn(upTo, random)];
    }

    @Override
    public double meanNanos() {
      return meanNanos;
    }
  }

  /** See {@link #mix}. */
  final class Mix implements ServiceTime {
    private final List<ServiceTime> parts;
    private final double[] upTo;

    private Mix(List<ServiceTime> parts, double[] upTo) {
      this.parts = parts;
      this.upTo = upTo;
    }

    @Override
    public double nextNanos(RandomGenerator random) {
      return parts.get(drawn(upTo, random)).nextNanos(random);
    }

    @Override
    public double meanNanos() {
      double sum = 0;
      for (int i = 0; i < upTo.length; i++) {
        sum += parts.get(i).meanNanos() * (upTo[i] - (i == 0 ? 0 : upTo[i - 1]));
      }
      return sum / upTo[upTo.length - 1];
    }
  }
}
