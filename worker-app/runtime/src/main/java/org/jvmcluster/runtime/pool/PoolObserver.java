package org.jvmcluster.runtime.pool;

/**
 * What measures a pool. Called outside of the pool's lock by submitting threads and by threads of
 * the pool, many at a time; must neither block nor throw. A kind is its place in {@link
 * PoolShape#kinds()}; durations are in nanoseconds.
 */
public interface PoolObserver {
  /** Measures nothing. */
  PoolObserver NONE = new PoolObserver() {};

  /** A task has run; {@code waitNanos + runNanos} is the time from submit to last instruction. */
  default void finished(int kind, long waitNanos, long runNanos, boolean failed) {}

  /** A task was refused. */
  default void rejected(int kind, Refusal reason) {}

  /** A task was dropped before it ran, since nobody waited for it any more. */
  default void expired(int kind, long waitNanos) {}
}
