package org.jvmcluster.supervisor.load;

import java.util.SplittableRandom;

/**
 * The moments of a Poisson process of one arrival per unit of time: exponential distances, as of
 * many clients that know nothing of each other. The same seed gives the same moments, in whatever
 * order they are asked for; forwards each costs one random number, backwards it begins anew. Not
 * thread-safe: it remembers the last one.
 */
final class PoissonArrivals {
  private final long seed;
  private SplittableRandom random;
  private long next;
  private double moment;

  PoissonArrivals(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
  }

  /** The moment of an arrival, counted from 0. */
  double moment(long index) {
    if (index < next - 1) {
      random = new SplittableRandom(seed);
      next = 0;
      moment = 0;
    }
    for (; next <= index; next++) {
      // 1 - x, since a random number may be 0 but never 1.
      moment -= Math.log(1 - random.nextDouble());
    }
    return moment;
  }
}
