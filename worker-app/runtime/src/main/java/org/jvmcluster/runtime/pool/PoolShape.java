package org.jvmcluster.runtime.pool;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.IntFunction;

/**
 * What a pool is like, fixed for its life.
 *
 * @param name tells pools apart in figures and warnings
 * @param threadNames the name of thread N, from 1
 * @param kinds the names of the kinds of task
 * @param size threads at most, above 0
 * @param queue tasks that may wait, above 0
 * @param slowCap slow tasks that may run at once, 1 to {@code size}
 * @param maxWaitNanos how long the oldest task may have waited for another to be taken behind it; 0
 *     for any time
 * @param warnWaitNanos a wait to warn of; 0 for none
 */
public record PoolShape(
    String name,
    IntFunction<String> threadNames,
    List<String> kinds,
    int size,
    int queue,
    int slowCap,
    long maxWaitNanos,
    long warnWaitNanos) {
  public PoolShape {
    requireNonNull(name, "name");
    requireNonNull(threadNames, "threadNames");
    kinds = List.copyOf(kinds);
    if (size < 1 || queue < 1 || slowCap < 1 || slowCap > size) {
      throw new IllegalArgumentException(
          "a pool of " + size + " threads, " + queue + " places and " + slowCap + " slow tasks");
    }
    if (maxWaitNanos < 0 || warnWaitNanos < 0) {
      throw new IllegalArgumentException("a wait is never negative");
    }
  }

  /**
   * How many slow tasks may run at once on {@code size} threads: half of them, rounded up, {@code
   * (size + 1) / 2}. Of 4 threads 2, of 5 threads 3; a single thread has to run them too, so there
   * slow tasks <i>can</i> hold up all others. It is the rule of libuv's {@code threadpool.c}.
   */
  public static int slowCap(int size) {
    return (size + 1) / 2;
  }
}
