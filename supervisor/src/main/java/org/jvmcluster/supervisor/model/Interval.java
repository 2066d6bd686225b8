package org.jvmcluster.supervisor.model;

/**
 * From a low figure to a high one, both included; of which confidence, whoever makes it says.
 *
 * @param low at most {@code high}; no NaN
 * @param high may be infinite: nothing is known about the upper end
 */
public record Interval(double low, double high) {
  /**
   * @throws IllegalArgumentException when the ends are not in order, or are no numbers
   */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval: from " + low + " to " + high);
    }
  }

  /** Whether the value lies between the ends or on one of them. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Whether some value lies in both. */
  public boolean overlaps(Interval other) {
    return low <= other.high && other.low <= high;
  }

  /** The distance of the ends. */
  public double width() {
    return high - low;
  }
}
