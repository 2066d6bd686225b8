package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

/**
 * When each request is meant to be sent: a pure function, so that latency can be reckoned from the
 * intended moment whatever the answers before it did. The idea is Gil Tene's "coordinated omission"
 * and its cure.
 */
@FunctionalInterface
public interface SendSequence {

  /**
   * The intended send time of a request.
   *
   * @param index of the request within the run, from 0, in the order in which clients ask
   * @param startNanos monotonic reading at which the run began
   * @param freeNanos monotonic reading at which the client that asks had nothing more to do
   * @return a monotonic reading; in the past means at once, and the client is late
   */
  long dueNanos(long index, long startNanos, long freeNanos);

  /** Each client sends as soon as it is free: the load follows the service's pace. */
  static SendSequence closedLoop() {
    return (index, startNanos, freeNanos) -> freeNanos;
  }

  /**
   * Requests at even distances, whatever the service does: an open loop.
   *
   * @param perSecond more than zero
   */
  static SendSequence constantRate(double perSecond) {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException(
          "a rate is more than 0 requests a second, not " + perSecond);
    }
    return (index, startNanos, freeNanos) -> startNanos + Math.round(index * (1e9 / perSecond));
  }

  /** Requests whose number by any moment is the integral of a rate that may change. */
  static SendSequence evenly(RateCurve rate) {
    requireNonNull(rate, "rate");
    return (index, startNanos, freeNanos) -> startNanos + rate.nanosAt((double) index);
  }

  /**
   * Requests that come by chance, independent of each other, whatever the service does: a Poisson
   * process. Not thread-safe; for one run.
   *
   * @param perSecond on average, more than zero
   * @param seed the same seed gives the same send times
   */
  static SendSequence poisson(double perSecond, long seed) {
    return poisson(RateCurve.constant(perSecond), seed);
  }

  /**
   * The same at a rate that may change. Not thread-safe; for one run.
   *
   * @param rate on average
   * @param seed the same seed gives the same send times
   */
  static SendSequence poisson(RateCurve rate, long seed) {
    requireNonNull(rate, "rate");
    PoissonArrivals arrivals = new PoissonArrivals(seed);
    return (index, startNanos, freeNanos) -> startNanos + rate.nanosAt(arrivals.moment(index));
  }
}
