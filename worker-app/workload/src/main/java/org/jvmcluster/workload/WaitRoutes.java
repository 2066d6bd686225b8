package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.BlockingCall;
import org.jvmcluster.workload.work.CpuBurn;

/** The routes that wait, and compute a little afterwards, as most services do. */
final class WaitRoutes {
  /** How a request waits. */
  private enum Style {
    /** Without a thread. */
    ASYNC,

    /** On the thread that computes afterwards. */
    BLOCKING
  }

  /** Ten milliseconds: with any more, the right place would be the pool. */
  private static final Placement COMPUTING = Placement.loop(TaskKind.APP);

  private final Vertx vertx;
  private final Dispatcher dispatcher;

  WaitRoutes(Vertx vertx, Workshop shop) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
  }

  List<Endpoint> endpoints() {
    return List.of(
        Endpoint.threadless(
            "/wait", "?ms=90", "waits without holding a thread", Cost.IO, this::waitFor),
        Endpoint.placed(
            "/db",
            "[?waitMs=90][&cpuMs=10][&style=async|blocking]",
            "waits as for a database, then computes",
            Cost.CPU_SHORT,
            COMPUTING,
            this::database));
  }

  private void waitFor(RoutingContext context) throws Refused {
    Duration time = Parameters.millis(context, "ms", 90);
    pause(time).onSuccess(over -> Answers.ok(context, "waited " + time.toMillis() + " ms"));
  }

  private void database(RoutingContext context) throws Refused {
    Duration wait = Parameters.millis(context, "waitMs", 90);
    Duration cpu = Parameters.millis(context, "cpuMs", 10);
    Style style = Parameters.choice(context, "style", Style.ASYNC);
    dispatcher.place(context, COMPUTING);
    Callable<String> computing =
        () -> {
          CpuBurn.compute(cpu, CpuBurn.Clock.CPU);
          return "waited "
              + wait.toMillis()
              + " ms ("
              + Parameters.wireName(style)
              + "), computed "
              + cpu.toMillis()
              + " ms";
        };
    switch (style) {
      case BLOCKING ->
          Answers.outcome(
              context,
              dispatcher.run(
                  context,
                  COMPUTING,
                  () -> {
                    BlockingCall.hold(wait);
                    return computing.call();
                  }));
      case ASYNC -> pause(wait).onSuccess(over -> compute(context, computing));
    }
  }

  private void compute(RoutingContext context, Callable<String> computing) {
    if (context.response().closed()) {
      // Nobody waits for it any more.
      return;
    }
    try {
      Answers.outcome(context, dispatcher.run(context, COMPUTING, computing));
    } catch (Refused e) {
      Answers.failure(context, e);
    }
  }

  private Future<Void> pause(Duration time) {
    // A timer takes no zero.
    return time.isZero()
        ? Future.succeededFuture()
        : vertx.timer(time.toMillis(), TimeUnit.MILLISECONDS).mapEmpty();
  }
}
