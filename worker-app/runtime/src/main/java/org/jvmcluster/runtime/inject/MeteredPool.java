package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import io.vertx.core.spi.metrics.PoolMetrics;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.pool.meter.WorkerPoolMeter;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Measures a worker pool of Vert.x, and passes everything on to the application's own metrics,
 * which keep their own objects inside ours. Called by the threads that submit and by those that
 * work.
 *
 * @param <Q> what the application's metrics keep with a waiting task
 * @param <T> with a running one
 */
final class MeteredPool<Q, T> implements PoolMetrics<MeteredPool.Waiting, T> {
  private final @Nullable PoolMetrics<Q, T> theirs;
  private final WorkerPoolMeter meter;
  private final NanoClock clock;

  /**
   * @param theirs null when the application measures nothing here
   */
  MeteredPool(@Nullable PoolMetrics<Q, T> theirs, WorkerPoolMeter meter, NanoClock clock) {
    this.theirs = theirs;
    this.meter = requireNonNull(meter, "meter");
    this.clock = requireNonNull(clock, "clock");
  }

  /** A task that was handed over and has not begun. */
  record Waiting(long sinceNanos, @Nullable Object companion) {}

  @Override
  public Waiting enqueue() {
    meter.enqueued();
    return new Waiting(clock.nanos(), theirs == null ? null : theirs.enqueue());
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // What their enqueue() returned, null or not.
  public void dequeue(Waiting task) {
    meter.dequeued(clock.nanos() - task.sinceNanos());
    if (theirs != null) {
      theirs.dequeue((Q) task.companion());
    }
  }

  @Override
  public @Nullable T begin() {
    meter.begun();
    return theirs == null ? null : theirs.begin();
  }

  @Override
  public void end(@Nullable T task) {
    meter.ended();
    if (theirs != null) {
      theirs.end(task);
    }
  }

  @Override
  public void close() {
    if (theirs != null) {
      theirs.close();
    }
  }
}
