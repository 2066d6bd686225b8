package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jvmcluster.runtime.api.Permits;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.runtime.api.TaskOptions;
import org.jvmcluster.runtime.api.TaskPool;

/**
 * Runs work where its route or its request wants it. The work does not know the difference.
 *
 * <p>A task whose client has gone, or whose request had a {@code deadlineMs} that has passed, never
 * begins. Safe for any event loop.
 */
final class Dispatcher implements AutoCloseable {
  private final Mode mode;
  private final TaskPool pool;
  private final Optional<TaskPool> compute;

  /**
   * Owns the pools from now on.
   *
   * @param compute what runs work at {@link Place#THREAD}; empty when there is no such place
   */
  Dispatcher(Mode mode, TaskPool pool, Optional<TaskPool> compute) {
    this.mode = requireNonNull(mode, "mode");
    this.pool = requireNonNull(pool, "pool");
    this.compute = requireNonNull(compute, "compute");
  }

  /** Where the work of a request runs: as {@code on=} says, else at the right place. */
  Place place(RoutingContext context, Placement placement) throws Refused {
    Place place = Parameters.choice(context, "on", placement.in(mode));
    if (place == Place.THREAD && compute.isEmpty()) {
      throw Refused.parameter(
          context,
          "on",
          "thread",
          "there are no compute threads in mode "
              + Parameters.wireName(mode)
              + ": give on=pool or on=loop, or start with --mode threads");
    }
    return place;
  }

  /** Runs work for a request; its outcome comes on the context of the request. */
  <T> Future<Outcome<T>> run(RoutingContext context, Placement placement, Callable<T> work)
      throws Refused {
    return run(context, placement, work, options(context));
  }

  /** The same for heavy work, of which only a few may be in a pool at once. */
  <T> Future<Outcome<T>> run(
      RoutingContext context, Placement placement, Callable<T> work, Permits permits)
      throws Refused {
    return run(context, placement, work, options(context).withPermits(permits));
  }

  /** Makes on the pool what works need; for no request alone, so nobody can abandon it. */
  <T> CompletionStage<T> prepare(Callable<T> work) {
    return pool.submit(TaskKind.CPU, work).toCompletionStage();
  }

  @Override
  public void close() {
    pool.close();
    compute.ifPresent(TaskPool::close);
  }

  private <T> Future<Outcome<T>> run(
      RoutingContext context, Placement placement, Callable<T> work, TaskOptions options)
      throws Refused {
    Place place = place(context, placement);
    long submitted = System.nanoTime();
    Callable<Outcome<T>> timed =
        () -> {
          long begin = System.nanoTime();
          T value = work.call();
          return new Outcome<>(
              value,
              place,
              Thread.currentThread().getName(),
              begin - submitted,
              System.nanoTime() - begin);
        };
    return switch (place) {
      case LOOP -> inline(timed);
      case POOL -> pool.submit(placement.kind(), timed, options);
      case THREAD -> compute.orElseThrow().submit(placement.kind(), timed, options);
    };
  }

  private static <T> Future<T> inline(Callable<T> work) {
    try {
      return Future.succeededFuture(work.call());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Future.failedFuture(e);
    } catch (Exception e) {
      return Future.failedFuture(e);
    }
  }

  private static TaskOptions options(RoutingContext context) throws Refused {
    AtomicBoolean gone = new AtomicBoolean();
    // Called when the answer is written too, when it does not matter any more.
    context.addEndHandler(ended -> gone.set(true));
    TaskOptions options = TaskOptions.none().abandonedWhen(gone::get);
    int deadline = Parameters.number(context, "deadlineMs", 0, 1, Parameters.MAX_MILLIS);
    return deadline == 0 ? options : options.withDeadline(Duration.ofMillis(deadline));
  }
}
