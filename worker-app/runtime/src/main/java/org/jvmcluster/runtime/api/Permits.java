package org.jvmcluster.runtime.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit on how much heavy work of one sort is in a pool at once, so that light work does not wait
 * behind a queue full of it. A sensible count for work that computes is one less than the cores.
 *
 * <p>A task without a permit waits in a line of its own, in order, and holds neither a thread nor a
 * place in the queue of the pool. It takes its permit before it enters the queue and gives it back
 * when its work has ended. When the line is full, the task is rejected. Several pools may share one
 * limit. Safe for any thread; no method blocks.
 */
public final class Permits {
  /**
   * Between two searches for abandoned tasks in a full line: as for the queue of a pool, a flood
   * must not search all the time.
   */
  private static final long SWEEP_INTERVAL_NANOS = 10_000_000;

  private final int count;
  private final int bound;
  private final ArrayDeque<Submission<?>> line = new ArrayDeque<>();

  /** Guarded by this, like the line and all below. */
  private int free;

  private boolean admitting;
  private boolean swept;
  private long sweptNanos;

  private Permits(int count, int bound) {
    this.count = count;
    this.bound = bound;
    this.free = count;
  }

  /**
   * A new limit.
   *
   * @param count tasks at once, above 0
   * @param line tasks that may wait for a permit, 0 or more
   */
  public static Permits of(int count, int line) {
    if (count < 1 || line < 0) {
      throw new IllegalArgumentException(
          "permits are for 1 task or more and their line has 0 places or more, not "
              + count
              + " and "
              + line);
    }
    return new Permits(count, line);
  }

  /** How many tasks may be in a pool at once. */
  public int count() {
    return count;
  }

  /** How many tasks wait for a permit. */
  public synchronized int waiting() {
    return line.size();
  }

  /** Lets the task into its pool, or into the line, or rejects it. */
  void admit(Submission<?> task) {
    List<Submission<?>> expired = List.of();
    boolean enters;
    boolean waits = false;
    synchronized (this) {
      // Nobody jumps the line, also not in the moment in which a permit is being passed on.
      enters = free > 0 && line.isEmpty();
      if (enters) {
        free--;
      } else {
        if (line.size() >= bound) {
          expired = sweep(task.nanos());
        }
        waits = line.size() < bound;
        if (waits) {
          line.add(task);
        }
      }
    }
    expired.forEach(Submission::expireInLine);
    if (enters) {
      task.enter();
    } else if (!waits) {
      task.refuseInLine();
    } else {
      passOn();
    }
  }

  /** Takes a permit back and gives it to the first in the line. */
  void release() {
    synchronized (this) {
      free++;
    }
    passOn();
  }

  /**
   * Lets tasks in while permits are free. A task that is refused gives its permit back at once,
   * while this still runs below on the stack; it leaves the next one to this loop, so that the
   * stack does not grow with the line.
   */
  private void passOn() {
    while (true) {
      Submission<?> next;
      synchronized (this) {
        if (admitting || free == 0 || line.isEmpty()) {
          return;
        }
        admitting = true;
        free--;
        next = line.remove();
      }
      try {
        next.enter();
      } finally {
        synchronized (this) {
          admitting = false;
        }
      }
    }
  }

  private List<Submission<?>> sweep(long nowNanos) {
    if (swept && nowNanos - sweptNanos < SWEEP_INTERVAL_NANOS) {
      return List.of();
    }
    swept = true;
    sweptNanos = nowNanos;
    List<Submission<?>> expired = new ArrayList<>();
    line.removeIf(task -> task.isExpired(nowNanos) && expired.add(task));
    return expired;
  }
}
