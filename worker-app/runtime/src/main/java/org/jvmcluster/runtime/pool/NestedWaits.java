package org.jvmcluster.runtime.pool;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds the deadlock of a pool that waits for itself: each thread runs a task that has submitted
 * others to the same pool and waits for them, while those wait for a thread.
 *
 * <p>What a thread waits for cannot be seen from outside. So the sign is that every thread waits
 * for somebody, has a task of its own in the queue, and that none of this changes for a second. A
 * task that submits others and goes on, or ends, never fulfils it; nor does a thread that waits for
 * the pool's own lock, which looks parked and is only about to get on.
 *
 * <p>It has no thread of its own and looks when it is asked: at each submission, and when the pool
 * is read. Guarded by the lock of its pool.
 */
final class NestedWaits {
  /** Longer than threads that make way for each other all wait at once by chance. */
  static final long PROOF_NANOS = 1_000_000_000;

  /** Looking at the states of many threads has a price, and a submission can come every us. */
  static final long LOOK_INTERVAL_NANOS = 50_000_000;

  private final ReentrantLock poolLock;

  private int nested;
  private long ends;
  private boolean suspected;
  private long suspectedNanos;
  private long suspectedEnds;
  private long lookedNanos;
  private boolean looked;
  private boolean deadlocked;

  NestedWaits(ReentrantLock poolLock) {
    this.poolLock = requireNonNull(poolLock, "poolLock");
  }

  /** A task was queued by {@code parent}, which runs in the same pool. */
  void queued(PoolTask parent, PoolTask child) {
    child.parent = parent;
    parent.queuedChildren++;
    nested++;
  }

  /** A task has left the queue, to run or not. */
  void left(PoolTask child) {
    PoolTask parent = child.parent;
    child.parent = null;
    if (parent != null && parent.queuedChildren > 0) {
      parent.queuedChildren--;
      nested--;
    }
  }

  /** A task has ended; nobody waits for its children any more, or not on a thread of the pool. */
  void ended(PoolTask parent) {
    ends++;
    nested -= parent.queuedChildren;
    parent.queuedChildren = 0;
  }

  /** The same as {@link #look}, but does nothing when somebody has just looked. */
  boolean lookInPassing(List<PoolThread> threads, int size, long nowNanos) {
    return (!looked || nowNanos - lookedNanos >= LOOK_INTERVAL_NANOS)
        && look(threads, size, nowNanos);
  }

  /**
   * Looks.
   *
   * @return true once for each deadlock, when it is found
   */
  boolean look(List<PoolThread> threads, int size, long nowNanos) {
    if (nested == 0 && !suspected) {
      return false;
    }
    looked = true;
    lookedNanos = nowNanos;
    if (threads.size() < size || !threads.stream().allMatch(this::waitsForChildren)) {
      suspected = false;
      deadlocked = false;
      return false;
    }
    if (!suspected || suspectedEnds != ends) {
      suspected = true;
      suspectedNanos = nowNanos;
      suspectedEnds = ends;
      deadlocked = false;
      return false;
    }
    boolean found = !deadlocked && nowNanos - suspectedNanos >= PROOF_NANOS;
    deadlocked |= found;
    return found;
  }

  boolean isDeadlocked() {
    return deadlocked;
  }

  private boolean waitsForChildren(PoolThread thread) {
    return thread.task != null
        && thread.task.queuedChildren > 0
        && thread.isWaiting()
        && !poolLock.hasQueuedThread(thread);
  }

  /**
   * Says which threads wait where, for the first few; reads their stacks, so not under the lock.
   */
  static String describe(String pool, List<PoolThread> threads) {
    List<String> places = new ArrayList<>();
    for (PoolThread thread : threads.subList(0, Math.min(3, threads.size()))) {
      places.add(thread.getName() + " at " + place(thread.getStackTrace()));
    }
    return "pool "
        + pool
        + " is deadlocked: all "
        + threads.size()
        + " threads wait for tasks that wait for a thread of the same pool ("
        + String.join(", ", places)
        + (threads.size() > places.size() ? ", ..." : "")
        + "); compose the futures instead of waiting for them, or submit the inner tasks to"
        + " another pool";
  }

  /** The innermost frame that is not of the JDK, Vert.x, Netty or the pool. */
  private static String place(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (!name.startsWith("java.")
          && !name.startsWith("jdk.")
          && !name.startsWith("sun.")
          && !name.startsWith("io.vertx.core.")
          && !name.startsWith("io.netty.")) {
        return frame.toString();
      }
    }
    return stack.length == 0 ? "its end" : stack[0].toString();
  }
}
