package org.jvmcluster.workload.work;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** Work that is nothing but computing, for as long as it is asked to. */
public final class CpuBurn {
  /** Iterations between two looks at the clock: some 10 microseconds, 1 % of the least work. */
  private static final int ITERATIONS = 10_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuBurn() {}

  /** Which clock decides when the CPU has been used long enough. */
  public enum Clock {
    /**
     * The CPU time of the thread. The honest one: with more busy threads than cores each takes
     * longer by the wall clock, as real work does.
     */
    CPU,

    /** The wall clock. It flatters: threads that share one core seem to work at the same time. */
    WALL;

    private long nanos() {
      return switch (this) {
        case CPU -> THREADS.getCurrentThreadCpuTime();
        case WALL -> System.nanoTime();
      };
    }
  }

  /**
   * Computes for that long.
   *
   * @return a value that depends on all of the work, so that no compiler can leave it out
   */
  public static long compute(Duration time, Clock clock) {
    long begin = clock.nanos();
    long budget = time.toNanos();
    long state = begin;
    while (clock.nanos() - begin < budget) {
      for (int i = 0; i < ITERATIONS; i++) {
        // Xorshift: each step needs the one before.
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
      }
    }
    return state;
  }
}
