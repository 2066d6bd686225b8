package org.jvmcluster.runtime.worker;

import java.util.Arrays;

/**
 * Tells when requests have stopped to become faster: when the median of the last 20 is no longer
 * clearly below the median of the 20 before. "Clearly" is a factor of {@value #IMPROVEMENT}: of 13
 * ms before and 10 ms now, the code still warms up; of 12 ms and 10 ms it has settled. Compared are
 * medians, because a single compilation or collection makes one request ten times slower.
 *
 * <p>Not safe for several threads.
 */
final class SettlingRule {
  static final double IMPROVEMENT = 1.3;

  /** Requests in one median. */
  static final int WINDOW = 20;

  private final long[] nanos = new long[2 * WINDOW];
  private int count;

  /** Adds the duration of the next request, in nanoseconds. */
  void add(long durationNanos) {
    nanos[count % nanos.length] = durationNanos;
    count++;
  }

  /**
   * Whether the last {@value #WINDOW} were about as fast as those before; false until there are.
   */
  boolean isSettled() {
    return count >= nanos.length
        && median(count - 2 * WINDOW) < IMPROVEMENT * median(count - WINDOW);
  }

  private double median(int from) {
    long[] window = new long[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      window[i] = nanos[(from + i) % nanos.length];
    }
    Arrays.sort(window);
    return (window[WINDOW / 2 - 1] + window[WINDOW / 2]) / 2.0;
  }
}
