package org.jvmcluster.runtime.protocol;

/**
 * A worker's place in the fleet: 0 to N-1. A slot holds one current worker and, during its
 * replacement, at most one that is not yet ready.
 *
 * @param number counts from 0
 */
public record Slot(int number) implements Comparable<Slot> {
  public Slot {
    if (number < 0) {
      throw new IllegalArgumentException("a slot counts from 0, not " + number);
    }
  }

  @Override
  public int compareTo(Slot other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }
}
