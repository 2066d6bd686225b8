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

  /** Enough that one odd task says little, few enough to follow a change within a second. */
  private static final int RUNS_REMEMBERED = 16;

  private final int slowCap;
  private final ArrayDeque<PoolTask> usual = new ArrayDeque<>();
  private final ArrayDeque<PoolTask> slow = new ArrayDeque<>();
  private final int size;
  private int slowRunning;

  /** How long usual tasks ran lately, and slow ones; an exponential mean, in nanoseconds. */
  private long usualRunNanos;

  private long slowRunNanos;
  private long lastSequence;
  private boolean swept;
  private long sweptNanos;

  TaskQueue(int size, int slowCap) {
    this.size = size;
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

  /** A task that was polled has ended, or will not begin. */
  void ended(PoolTask task) {
    if (task.isSlow()) {
      slowRunning--;
    }
  }

  /** A task has run so long; the last {@value #RUNS_REMEMBERED} or so decide the mean. */
  void ran(PoolTask task, long runNanos) {
    if (task.isSlow()) {
      slowRunNanos += (runNanos - slowRunNanos) / RUNS_REMEMBERED;
    } else {
      usualRunNanos += (runNanos - usualRunNanos) / RUNS_REMEMBERED;
    }
  }

  /**
   * How long a task would wait: as long as the one it would wait behind has waited already, or what
   * those before it will take, tasks times mean run through threads, whichever is more. 40 tasks of
   * 10 ms before it on 4 threads are 100 ms. The second sees a burst while it comes in: of three
   * times what the pool can do, the last task that the first alone lets in waits three times the
   * limit.
   */
  long waitAhead(PoolTask task, long nowNanos) {
    long ahead =
        task.isSlow() ? slow.size() * slowRunNanos / slowCap : usual.size() * usualRunNanos / size;
    return Math.max(ahead, waitOf(lane(task).peek(), nowNanos));
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
