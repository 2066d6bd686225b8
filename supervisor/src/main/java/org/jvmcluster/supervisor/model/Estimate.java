package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

/**
 * A figure with what it may as well be.
 *
 * @param value in the unit of whoever makes it
 * @param interval where the true figure lies with 95 % confidence; need not contain {@code value},
 *     for instance when {@code value} is a median and the repeats are skewed
 * @param samples how many independent repeats it stands on, at least 1
 */
public record Estimate(double value, Interval interval, int samples) {
  /**
   * @throws IllegalArgumentException without a sample
   */
  public Estimate {
    requireNonNull(interval, "interval");
    if (samples < 1) {
      throw new IllegalArgumentException("an estimate without a sample");
    }
  }
}
