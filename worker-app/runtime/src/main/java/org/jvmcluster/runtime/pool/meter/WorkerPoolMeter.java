package org.jvmcluster.runtime.pool.meter;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/**
 * Tasks of one of Vert.x's own worker pools. A task is queued from the call that hands it over to
 * its first instruction, whether it waits for a thread or, handed over in order, for the one before
 * it: queued tasks beside idle threads are waiting for their turn, not for the pool.
 *
 * <p>Safe for any thread; read by one.
 */
public final class WorkerPoolMeter {
  private final Map<String, String> labels;
  private final DurationSeries wait;
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger();

  /** Set once and for all by the first task; a pool that nobody uses is not worth a line. */
  private volatile boolean used;

  /** A pool of this name, without a task. */
  public WorkerPoolMeter(String pool) {
    labels = Map.of("pool", pool);
    wait = new DurationSeries(ReadingNames.VERTX_POOL_WAIT_NANOS, labels);
  }

  /** A task was handed over. */
  public void enqueued() {
    used = true;
    queued.incrementAndGet();
  }

  /** A task has left the queue, to run or because the pool is closed. */
  public void dequeued(long waitNanos) {
    queued.decrementAndGet();
    wait.record(waitNanos);
  }

  /** A thread begins with a task. */
  public void begun() {
    busy.incrementAndGet();
  }

  /** A thread has done with a task. */
  public void ended() {
    busy.decrementAndGet();
  }

  /** Adds the figures since the last call; none while nothing was ever handed over. */
  public void addTo(List<? super Reading> readings) {
    if (used) {
      wait.addTo(readings);
      readings.add(new Reading.Gauge(ReadingNames.VERTX_POOL_QUEUED, labels, queued.get()));
      readings.add(new Reading.Gauge(ReadingNames.VERTX_POOL_BUSY, labels, busy.get()));
    }
  }
}
