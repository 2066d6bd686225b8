package org.jvmcluster.runtime.api;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolTask;
import org.jvmcluster.runtime.pool.Refusal;

/**
 * A task on its way through a pool, and the future of its outcome, which completes on the context
 * that submitted it.
 */
final class Submission<T> extends PoolTask {
  private final CorePool pool;
  private final TaskKind kind;
  private final Callable<T> work;
  private final TaskOptions options;
  private final @Nullable Context context = Vertx.currentContext();
  private final Promise<T> promise = Promise.promise();
  private final AtomicBoolean hasPermit = new AtomicBoolean();

  /** Written by the thread that works and read by itself. */
  private @Nullable T result;

  private @Nullable Throwable failure;

  private Submission(
      CorePool pool, TaskKind kind, Callable<T> work, TaskOptions options, boolean slow) {
    super(kind.place(), slow, pool.nanos());
    this.pool = pool;
    this.kind = kind;
    this.work = work;
    this.options = options;
  }

  private Submission(
      CorePool pool,
      TaskKind kind,
      Callable<T> work,
      TaskOptions options,
      boolean slow,
      Duration deadline) {
    super(kind.place(), slow, pool.nanos(), nanos(deadline));
    this.pool = pool;
    this.kind = kind;
    this.work = work;
    this.options = options;
  }

  /** Hands a task over. */
  static <T> Future<T> submit(CorePool pool, TaskKind kind, Callable<T> work, TaskOptions options) {
    boolean slow = kind.isSlow() || options.isSlow();
    Submission<T> task =
        options
            .deadline()
            .map(deadline -> new Submission<>(pool, kind, work, options, slow, deadline))
            .orElseGet(() -> new Submission<>(pool, kind, work, options, slow));
    options.permits().ifPresentOrElse(permits -> permits.admit(task), () -> pool.submit(task));
    return task.promise.future();
  }

  /** Enters the pool with a permit, if anybody still waits for it. */
  void enter() {
    hasPermit.set(true);
    long now = pool.nanos();
    if (isExpired(now)) {
      pool.expire(this, now);
    } else {
      pool.submit(this);
    }
  }

  /** Leaves the line without a permit, as nobody waits for it. */
  void expireInLine() {
    pool.expire(this, pool.nanos());
  }

  /** The line is full. */
  void refuseInLine() {
    pool.refuse(this, Refusal.FULL);
  }

  long nanos() {
    return pool.nanos();
  }

  @Override
  @SuppressWarnings("CatchingUnchecked") // Whatever the work throws is its outcome.
  protected boolean work() {
    try {
      result = work.call();
      return true;
    } catch (Throwable thrown) {
      failure = thrown;
      return false;
    }
  }

  @Override
  protected void deliver() {
    releasePermit();
    Throwable thrown = failure;
    if (thrown == null) {
      onContext(() -> promise.tryComplete(result));
    } else {
      onContext(() -> promise.tryFail(thrown));
    }
  }

  @Override
  protected boolean handsOver() {
    return context != null;
  }

  @Override
  protected void refused(Refusal refusal) {
    fail(rejection(refusal));
  }

  @Override
  protected void expired(long waitedNanos) {
    fail(
        new TaskExpiredException(
            "nobody waits any more for this "
                + kind.wireName()
                + " task of pool "
                + pool.shape().name()
                + ", which did not begin within "
                + TimeUnit.NANOSECONDS.toMillis(waitedNanos)
                + " ms"));
  }

  @Override
  protected boolean isAbandoned() {
    return options.isAbandoned();
  }

  private TaskRejectedException rejection(Refusal refusal) {
    String pooled = "pool " + pool.shape().name();
    return switch (refusal) {
      case FULL ->
          new TaskRejectedException(
              TaskRejectedException.Reason.FULL, pooled + " has as many tasks waiting as may");
      case CLOSED ->
          new TaskRejectedException(TaskRejectedException.Reason.CLOSED, pooled + " is closed");
      case OVERLOAD ->
          new TaskRejectedException(
              TaskRejectedException.Reason.OVERLOAD,
              pooled
                  + " has tasks that have waited longer than "
                  + TimeUnit.NANOSECONDS.toMillis(pool.shape().maxWaitNanos())
                  + " ms");
    };
  }

  private void fail(Throwable cause) {
    releasePermit();
    onContext(() -> promise.tryFail(cause));
  }

  private void releasePermit() {
    if (hasPermit.compareAndSet(true, false)) {
      options.permits().ifPresent(Permits::release);
    }
  }

  private void onContext(Runnable completion) {
    if (context == null || context == Vertx.currentContext()) {
      completion.run();
      return;
    }
    try {
      context.runOnContext(ignored -> completion.run());
    } catch (RejectedExecutionException e) {
      // Its event loop has ended; whoever still holds the future must not wait for ever.
      completion.run();
    }
  }

  private static long nanos(Duration deadline) {
    try {
      return Math.min(deadline.toNanos(), Long.MAX_VALUE / 2);
    } catch (ArithmeticException e) {
      // Some 292 years and more; half of that leaves room for the reading of the clock.
      return Long.MAX_VALUE / 2;
    }
  }
}
