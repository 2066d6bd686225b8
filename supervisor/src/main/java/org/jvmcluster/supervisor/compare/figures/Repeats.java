package org.jvmcluster.supervisor.compare.figures;

import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;
import org.jvmcluster.supervisor.model.Interval;

/**
 * Means of repeats with the interval of Student's t: mean +- t(0.975, n - 1) * s / sqrt(n).
 *
 * <p>A ratio of two arms is taken within each round, since what slows the machine for a while slows
 * both, and of its logarithm, so that twice and half are equally far from 1. Example: rounds with
 * the ratios 1.9, 2.0 and 2.1 have the logarithms 0.642, 0.693 and 0.742, mean 0.692, s 0.050; with
 * t(0.975, 2) = 4.303 the half width is 0.124: 2.00, from 1.76 to 2.26.
 */
final class Repeats {
  private static final double UPPER = 0.975;

  private Repeats() {}

  /** Empty without a value. */
  static Optional<Measured> mean(List<Double> values, Basis basis) {
    return values.isEmpty() ? Optional.empty() : Optional.of(ofSamples(values, basis));
  }

  /** The geometric mean of positive ratios; empty without one. */
  static Optional<Measured> ratio(List<Double> ratios, Basis basis) {
    return mean(ratios.stream().map(Math::log).toList(), basis)
        .map(
            logs ->
                new Measured(
                    Math.exp(logs.value()),
                    logs.interval()
                        .map(it -> new Interval(Math.exp(it.low()), Math.exp(it.high()))),
                    logs.rounds(),
                    basis));
  }

  private static Measured ofSamples(List<Double> values, Basis basis) {
    int count = values.size();
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    if (count < 2) {
      return new Measured(mean, Optional.empty(), count, basis);
    }
    double squares = values.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
    double deviation = Math.sqrt(squares / (count - 1));
    double half =
        new TDistribution(count - 1).inverseCumulativeProbability(UPPER)
            * deviation
            / Math.sqrt(count);
    return new Measured(mean, Optional.of(new Interval(mean - half, mean + half)), count, basis);
  }
}
