package org.jvmcluster.runtime.pool;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run the tasks of one {@link TaskQueue}. A thread is started only for a task that no
 * idle thread could take, and then stays until the pool is closed. All are daemons.
 *
 * <p>A task is stamped when it is submitted, when a thread takes it and when its work ends, so its
 * wait and its run add up to the whole, to the nanosecond. The first two stamps are taken under the
 * lock: their order is the order of the queue.
 *
 * <p>Safe for any thread. No method waits for a task.
 */
public final class CorePool {
  private final PoolShape shape;
  private final LongSupplier clock;
  private final Consumer<? super String> warnings;
  private final WaitWarning waitWarning;
  private final Runnable onTaskEnd;
  private final @Nullable ClassLoader loader;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();

  /** Guarded by the lock, like all below. */
  private final TaskQueue queue;

  private final NestedWaits nestedWaits = new NestedWaits(lock);
  private final List<PoolThread> threads = new ArrayList<>();

  /** Threads that are about to look into the queue or wait at it; a starting one is among them. */
  private int idle;

  private int busy;
  private boolean closed;

  private volatile PoolObserver observer = PoolObserver.NONE;

  /**
   * @param clock monotonic, in nanoseconds
   * @param warnings takes sentences for people, from any thread
   * @param onTaskEnd runs after each task on the thread that ran it; what it throws is warned of
   */
  public CorePool(
      PoolShape shape, LongSupplier clock, Consumer<? super String> warnings, Runnable onTaskEnd) {
    this.shape = requireNonNull(shape, "shape");
    this.clock = requireNonNull(clock, "clock");
    this.warnings = requireNonNull(warnings, "warnings");
    this.waitWarning = new WaitWarning(shape, warnings);
    this.onTaskEnd = requireNonNull(onTaskEnd, "onTaskEnd");
    this.loader = Thread.currentThread().getContextClassLoader();
    this.queue = new TaskQueue(shape.size(), shape.slowCap());
  }

  public PoolShape shape() {
    return shape;
  }

  /** The clock that stamps tasks. */
  public long nanos() {
    return clock.getAsLong();
  }

  /** Tells this observer from now on, and no other. */
  public void observe(PoolObserver next) {
    observer = requireNonNull(next, "next");
  }

  /** Takes a task or refuses it, and tells the task which. */
  public void submit(PoolTask task) {
    List<PoolTask> expired = List.of();
    Refusal refusal;
    boolean deadlock;
    lock.lock();
    try {
      long now = clock.getAsLong();
      if (!closed && isFull()) {
        expired = queue.sweep(now);
        expired.forEach(nestedWaits::left);
      }
      refusal = refusal(task, now);
      if (refusal == null) {
        enqueue(task);
        if (!provideThread()) {
          withdraw(task);
          refusal = Refusal.FULL;
        }
      }
      deadlock = nestedWaits.lookInPassing(threads, shape.size(), now);
    } finally {
      lock.unlock();
    }
    for (PoolTask old : expired) {
      expire(old, clock.getAsLong());
    }
    if (refusal != null) {
      refuse(task, refusal);
    }
    if (deadlock) {
      reportDeadlock();
    }
  }

  /** Counts a task as refused, and tells it; for tasks that never came as far as this pool. */
  public void refuse(PoolTask task, Refusal reason) {
    observer.rejected(task.kind(), reason);
    guarded(() -> task.refused(reason));
  }

  /** Counts a task as expired, and tells it; for tasks that never came as far as this pool. */
  public void expire(PoolTask task, long nowNanos) {
    long waited = nowNanos - task.submitNanos();
    observer.expired(task.kind(), waited);
    guarded(() -> task.expired(waited));
  }

  /** The pool at this instant. */
  public PoolState state() {
    PoolState state;
    boolean deadlock;
    lock.lock();
    try {
      long now = clock.getAsLong();
      deadlock = nestedWaits.look(threads, shape.size(), now);
      state = state(now);
    } finally {
      lock.unlock();
    }
    if (deadlock) {
      reportDeadlock();
    }
    return state;
  }

  /**
   * Takes no more tasks, refuses those that wait, lets those that run end, and then ends the
   * threads. Returns at once; no effect when closed already.
   */
  public void close() {
    List<PoolTask> waiting;
    lock.lock();
    try {
      closed = true;
      waiting = queue.clear();
      waiting.forEach(nestedWaits::left);
      work.signalAll();
    } finally {
      lock.unlock();
    }
    waiting.forEach(task -> refuse(task, Refusal.CLOSED));
  }

  private @Nullable Refusal refusal(PoolTask task, long now) {
    if (closed) {
      return Refusal.CLOSED;
    }
    if (isFull()) {
      return Refusal.FULL;
    }
    return shape.maxWaitNanos() > 0 && queue.waitAhead(task, now) > shape.maxWaitNanos()
        ? Refusal.OVERLOAD
        : null;
  }

  private boolean isFull() {
    return waiting() >= shape.queue();
  }

  /** Tasks without those that idle threads are about to take: these hold no places. */
  private int waiting() {
    return queue.size() - Math.min(queue.runnable(), idle);
  }

  private void enqueue(PoolTask task) {
    queue.add(task);
    if (Thread.currentThread() instanceof PoolThread thread
        && thread.isOf(this)
        && thread.task != null) {
      nestedWaits.queued(thread.task, task);
    }
  }

  private void withdraw(PoolTask task) {
    queue.removeLast(task);
    nestedWaits.left(task);
  }

  /**
   * Wakes a thread for a task, or starts one when there are more tasks that could run than idle
   * threads.
   *
   * @return false when the pool has no thread and the system gives none
   */
  private boolean provideThread() {
    work.signal();
    if (queue.runnable() <= idle || threads.size() == shape.size()) {
      return true;
    }
    PoolThread thread = new PoolThread(this, shape.threadNames().apply(threads.size() + 1), loader);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      // So it says that the system has no thread left, whatever the heap has. Those that run do.
      return !threads.isEmpty();
    }
    threads.add(thread);
    idle++;
    return true;
  }

  /**
   * What a thread of the pool does, again and again. Not a loop here: between two tasks no variable
   * must keep the last one from being collected.
   *
   * @return false when the thread is to end
   */
  boolean serve(PoolThread thread) {
    PoolTask task = next(thread);
    if (task == null) {
      return false;
    }
    if (task.isExpired(task.startNanos)) {
      ended(thread, task, 0, true);
      expire(task, task.startNanos);
    } else {
      run(thread, task);
    }
    return true;
  }

  private @Nullable PoolTask next(PoolThread thread) {
    lock.lock();
    try {
      PoolTask task = queue.poll();
      while (task == null && !closed) {
        work.awaitUninterruptibly();
        task = queue.poll();
      }
      idle--;
      if (task == null) {
        threads.remove(thread);
        return null;
      }
      nestedWaits.left(task);
      busy++;
      thread.task = task;
      task.startNanos = clock.getAsLong();
      return task;
    } finally {
      lock.unlock();
    }
  }

  private void run(PoolThread thread, PoolTask task) {
    long waitNanos = task.startNanos - task.submitNanos();
    if (shape.warnWaitNanos() > 0 && waitNanos >= shape.warnWaitNanos()) {
      guarded(() -> waitWarning.started(task.kind(), waitNanos, task.startNanos, this::state));
    }
    thread.restore();
    boolean succeeded = task.work();
    long runNanos = clock.getAsLong() - task.startNanos;
    guarded(onTaskEnd);
    thread.restore();
    guarded(() -> observer.finished(task.kind(), waitNanos, runNanos, !succeeded));
    // Whoever is handed the outcome may submit the next task before this thread is back at the
    // queue; that is no reason to start another thread.
    boolean idleAtOnce = task.handsOver();
    ended(thread, task, runNanos, idleAtOnce);
    guarded(task::deliver);
    if (!idleAtOnce) {
      thread.restore();
      lock.lock();
      try {
        idle++;
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * @param runNanos 0 when it did not run
   */
  private void ended(PoolThread thread, PoolTask task, long runNanos, boolean nowIdle) {
    lock.lock();
    try {
      busy--;
      thread.task = null;
      queue.ended(task);
      if (runNanos > 0) {
        // What hangs says that it hangs, not how long the next one takes.
        queue.ran(
            task, shape.maxWaitNanos() > 0 ? Math.min(runNanos, shape.maxWaitNanos()) : runNanos);
      }
      nestedWaits.ended(task);
      if (nowIdle) {
        idle++;
      } else if (task.isSlow() && queue.runnable() > 0) {
        // Another slow task may run, and this thread is not back at once to take it.
        provideThread();
      }
    } finally {
      lock.unlock();
    }
  }

  private PoolState state(long now) {
    long oldestRun = 0;
    for (PoolThread thread : threads) {
      if (thread.task != null) {
        oldestRun = Math.max(oldestRun, now - thread.task.startNanos);
      }
    }
    return new PoolState(
        shape.size(),
        threads.size(),
        busy,
        waiting(),
        Math.max(0, queue.oldestWait(now)),
        oldestRun,
        nestedWaits.isDeadlocked());
  }

  private void reportDeadlock() {
    List<PoolThread> all;
    lock.lock();
    try {
      all = List.copyOf(threads);
    } finally {
      lock.unlock();
    }
    guarded(() -> warnings.accept(NestedWaits.describe(shape.name(), all)));
  }

  /** Runs code that is not ours; a thread of the pool outlives whatever it throws. */
  private void guarded(Runnable foreign) {
    try {
      foreign.run();
    } catch (RuntimeException | Error e) {
      try {
        warnings.accept("pool " + shape.name() + " was thrown at beside a task: " + e);
      } catch (RuntimeException unheard) {
        // There is nobody else to tell, and the pool must go on.
        unheard.addSuppressed(e);
      }
    }
  }
}
