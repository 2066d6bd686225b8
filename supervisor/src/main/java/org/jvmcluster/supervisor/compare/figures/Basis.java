package org.jvmcluster.supervisor.compare.figures;

/** Which runs a figure stands on. */
public enum Basis {
  /** None was noisy. */
  ALL_QUIET,
  /** Some were noisy; those are left out. */
  QUIET,
  /** Some were noisy, and without them too few would be left: all are counted. */
  ALL;

  /** Three repeats are the least whose spread says anything, as everywhere in this project. */
  static final int FEWEST_QUIET = 3;

  static Basis of(long quiet, long all) {
    if (quiet == all) {
      return ALL_QUIET;
    }
    return quiet >= FEWEST_QUIET ? QUIET : ALL;
  }
}
