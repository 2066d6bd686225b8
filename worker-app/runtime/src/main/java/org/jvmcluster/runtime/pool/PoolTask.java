package org.jvmcluster.runtime.pool;

import org.jspecify.annotations.Nullable;

/**
 * A task of a {@link CorePool}, for one submission. Exactly one of {@link #deliver}, {@link
 * #refused} and {@link #expired} is called, once, and never under the pool's lock.
 */
public abstract class PoolTask {
  private final int kind;
  private final boolean slow;

  /** When it was handed over; guarded by the pool's lock once it is in the queue. */
  private final long submitNanos;

  private final boolean hasDeadline;
  private final long deadlineNanos;

  /** Order of submission. Guarded by the pool's lock, like the rest. */
  long sequence;

  long startNanos;

  /** The running task that submitted this one to its own pool; null once one of them moves on. */
  @Nullable PoolTask parent;

  /** Tasks that this one has submitted to its own pool and that still wait there. */
  int queuedChildren;

  /**
   * @param kind a place in {@link PoolShape#kinds()}
   * @param slow whether it counts against the cap of slow tasks
   * @param submitNanos the reading of the pool's clock when it was handed over
   */
  protected PoolTask(int kind, boolean slow, long submitNanos) {
    this(kind, slow, submitNanos, false, 0);
  }

  /**
   * @param timeoutNanos after which from submission it must not begin any more; zero or negative:
   *     at once
   */
  protected PoolTask(int kind, boolean slow, long submitNanos, long timeoutNanos) {
    this(kind, slow, submitNanos, true, timeoutNanos);
  }

  private PoolTask(
      int kind, boolean slow, long submitNanos, boolean hasDeadline, long timeoutNanos) {
    this.kind = kind;
    this.slow = slow;
    this.submitNanos = submitNanos;
    this.hasDeadline = hasDeadline;
    this.deadlineNanos = submitNanos + timeoutNanos;
  }

  /**
   * Does the work and keeps its outcome, on a thread of the pool. Must not throw.
   *
   * @return whether it succeeded
   */
  protected abstract boolean work();

  /** Passes the outcome on, on the thread that worked, when the task has been counted. */
  protected abstract void deliver();

  /** Whether {@link #deliver} only leaves the outcome to another thread, in next to no time. */
  protected abstract boolean handsOver();

  /** It never runs. */
  protected abstract void refused(Refusal reason);

  /** It never runs, since nobody waits for it any more. */
  protected abstract void expired(long waitedNanos);

  /**
   * Whether nobody waits for the outcome any more. May be called at any time, by any thread, under
   * the pool's lock; must be quick and must not throw.
   */
  protected abstract boolean isAbandoned();

  final int kind() {
    return kind;
  }

  final boolean isSlow() {
    return slow;
  }

  final long submitNanos() {
    return submitNanos;
  }

  /** Whether it must not begin any more; true exactly at the deadline. */
  public final boolean isExpired(long nowNanos) {
    return (hasDeadline && deadlineNanos - nowNanos <= 0) || isAbandoned();
  }
}
