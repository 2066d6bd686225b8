package org.jvmcluster.runtime.protocol;

/**
 * Names one start of one worker process within the life of a supervisor. Slot and generation do
 * not: after a crash the replacement has the same two, and a pid can be used again by the kernel.
 *
 * @param number counts from 1, never used twice by one supervisor
 */
public record LaunchId(long number) implements Comparable<LaunchId> {
  public LaunchId {
    if (number < 1) {
      throw new IllegalArgumentException("a launch counts from 1, not " + number);
    }
  }

  @Override
  public int compareTo(LaunchId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Long.toString(number);
  }
}
