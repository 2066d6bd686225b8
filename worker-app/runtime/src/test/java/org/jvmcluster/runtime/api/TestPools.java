package org.jvmcluster.runtime.api;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jvmcluster.runtime.time.FakeClock;

/** Pools on a clock that the test moves, and what they warned of. */
final class TestPools implements AutoCloseable {
  /** Near the overflow, which differences of readings must survive. */
  private final FakeClock clock = new FakeClock(Long.MAX_VALUE - 1_000_000);

  private final OpenPools registry = new OpenPools();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final List<TaskPool> opened = new CopyOnWriteArrayList<>();
  private final List<HeldTask> held = new CopyOnWriteArrayList<>();

  TaskPool open(int size) {
    return open(PoolOptions.defaults().withSize(size));
  }

  TaskPool open(PoolOptions options) {
    return kept(TaskPool.open(options, place()));
  }

  TaskPool compute(int threads) {
    return kept(TaskPool.compute(PoolOptions.defaults().withSize(threads), place()));
  }

  /** A task that is let go at the end of the test at the latest. */
  HeldTask held() {
    HeldTask task = new HeldTask();
    held.add(task);
    return task;
  }

  /** Occupies one more thread of the pool. */
  HeldTask occupy(TaskPool pool, TaskKind kind) throws InterruptedException {
    HeldTask task = held();
    Future<String> unused = pool.submit(kind, task);
    return task.awaitBegin();
  }

  void advance(Duration time) {
    clock.advance(time);
  }

  List<String> warnings() {
    return warnings;
  }

  OpenPools registry() {
    return registry;
  }

  static <T> T await(Future<T> future) throws Exception {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } catch (TimeoutException e) {
      throw new AssertionError("did not complete", e);
    }
  }

  @Override
  public void close() {
    held.forEach(HeldTask::release);
    opened.forEach(TaskPool::close);
  }

  private TaskPool.Place place() {
    return new TaskPool.Place(registry, clock::nanos, warnings::add);
  }

  private TaskPool kept(TaskPool pool) {
    opened.add(pool);
    return pool;
  }
}
