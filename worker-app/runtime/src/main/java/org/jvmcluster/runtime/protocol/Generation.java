package org.jvmcluster.runtime.protocol;

/**
 * Counts the restarts of the fleet; the first is 1. A worker below the desired generation is
 * outdated. A replacement after a crash keeps the generation.
 *
 * @param number counts from 1
 */
public record Generation(int number) implements Comparable<Generation> {
  /** The generation of a fleet that was never restarted. */
  public static final Generation FIRST = new Generation(1);

  public Generation {
    if (number < 1) {
      throw new IllegalArgumentException("a generation counts from 1, not " + number);
    }
  }

  /** The generation that the next restart makes. */
  public Generation next() {
    return new Generation(number + 1);
  }

  @Override
  public int compareTo(Generation other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }
}
