package org.jvmcluster.runtime.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waiting tasks. The next one is the oldest that may run: one order of submission for all kinds,
 * but while as many slow tasks run as may, those that wait step aside without losing their place.
 *
 * <p>Kept as two queues whose heads are compared, so that a task is found without looking at those
 * that may not run. libuv has a marker in its one queue instead, which stands for all slow tasks
 * and goes to the end each time one is taken; then a slow task waits behind work that came after
 * it, for as long as such work keeps coming.
 *
 * <p>Guarded by the lock of its pool.
 */
final class TaskQueue {
  /**
   * Between two sweeps of a full queue: a sweep of 1000 tasks takes some 50 us, so that even a
   * flood spends less than one percent of a core on it.
   */
  static final long SWEEP_INTERVAL_NANOS = 10_000_000;

  private final int slowCap;
  private final ArrayDeque<PoolTask> usual = new ArrayDeque<>();
  private final ArrayDeque<PoolTask> slow = new ArrayDeque<>();
  private int slowRunning;
  private long lastSequence;
  private boolean swept;
  private long sweptNanos;

  TaskQueue(int slowCap) {
    this.slowCap = slowCap;
  }

  int size() {
    return usual.size() + slow.size();
  }

  /** How many waiting tasks could run at this instant, had they threads. */
  int runnable() {
    return usual.size() + Math.min(slow.size(), slowCap - slowRunning);
  }

  void add(PoolTask task) {
    task.sequence = ++lastSequence;
    lane(task).add(task);
  }

  /** Takes back what was added last. */
  void removeLast(PoolTask task) {
    if (lane(task).peekLast() == task) {
      lane(task).removeLast();
    }
  }

  /** Takes the oldest task that may run; null if none may. */
  @Nullable PoolTask poll() {
    PoolTask next = usual.peek();
    PoolTask nextSlow = slowRunning < slowCap ? slow.peek() : null;
    if (nextSlow != null && (next == null || nextSlow.sequence < next.sequence)) {
      slowRunning++;
      return slow.remove();
    }
    return usual.poll();
  }

  /** A task that was polled has ended. */
  void ended(PoolTask task) {
    if (task.isSlow()) {
      slowRunning--;
    }
  }

  /** How long the task has waited that this one would have to wait for; 0 if none waits. */
  long waitAhead(PoolTask task, long nowNanos) {
    return waitOf(lane(task).peek(), nowNanos);
  }

  long oldestWait(long nowNanos) {
    return Math.max(waitOf(usual.peek(), nowNanos), waitOf(slow.peek(), nowNanos));
  }

  /**
   * Takes out the tasks that nobody waits for any more, so that they hold no places. Does nothing
   * shortly after the last time.
   */
  List<PoolTask> sweep(long nowNanos) {
    if (swept && nowNanos - sweptNanos < SWEEP_INTERVAL_NANOS) {
      return List.of();
    }
    swept = true;
    sweptNanos = nowNanos;
    List<PoolTask> expired = new ArrayList<>();
    sweep(usual, nowNanos, expired);
    sweep(slow, nowNanos, expired);
    return expired;
  }

  /** Takes out all tasks. */
  List<PoolTask> clear() {
    List<PoolTask> all = new ArrayList<>(usual);
    all.addAll(slow);
    usual.clear();
    slow.clear();
    return all;
  }

  private static void sweep(ArrayDeque<PoolTask> lane, long nowNanos, List<PoolTask> expired) {
    lane.removeIf(task -> task.isExpired(nowNanos) && expired.add(task));
  }

  private ArrayDeque<PoolTask> lane(PoolTask task) {
    return task.isSlow() ? slow : usual;
  }

  private static long waitOf(@Nullable PoolTask task, long nowNanos) {
    return task == null ? 0 : nowNanos - task.submitNanos();
  }
}
