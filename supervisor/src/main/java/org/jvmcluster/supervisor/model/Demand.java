package org.jvmcluster.supervisor.model;

/** When requests are due. */
public sealed interface Demand {
  /** All at once. */
  record Burst() implements Demand {}

  /**
   * An open loop: due whatever the workers do.
   *
   * @param perSecond more than 0
   * @param byChance a Poisson process; else at even distances
   */
  record Open(double perSecond, boolean byChance) implements Demand {
    public Open {
      if (!(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a rate is a number above 0, not " + perSecond);
      }
    }
  }

  /** A closed loop: each client sends the next request as soon as it has its answer. */
  record Closed() implements Demand {}
}
