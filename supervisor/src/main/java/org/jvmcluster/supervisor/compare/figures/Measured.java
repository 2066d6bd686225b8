package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.jvmcluster.supervisor.model.Interval;

/**
 * A figure from repeats.
 *
 * @param value mean of the repeats; geometric where it is a ratio
 * @param interval of 95 % confidence; empty with fewer than two repeats
 * @param rounds repeats it stands on
 * @param basis which of them
 */
public record Measured(double value, Optional<Interval> interval, int rounds, Basis basis) {
  public Measured {
    requireNonNull(interval, "interval");
    requireNonNull(basis, "basis");
  }

  /** Whether the repeats leave room for it. Without an interval nothing is told: true. */
  public boolean admits(double candidate) {
    return interval.map(it -> it.low() <= candidate && candidate <= it.high()).orElse(true);
  }

  /** The same in another unit; the factor is positive. */
  public Measured scaled(double factor) {
    return new Measured(
        value * factor,
        interval.map(it -> new Interval(it.low() * factor, it.high() * factor)),
        rounds,
        basis);
  }
}
