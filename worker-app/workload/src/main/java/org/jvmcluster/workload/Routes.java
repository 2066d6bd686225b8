package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jvmcluster.workload.work.BlockingCall;
import org.jvmcluster.workload.work.CpuBurn;

/** What the service answers, and where. */
final class Routes {
  private Routes() {}

  /** One endpoint. */
  private record Endpoint(String path, String usage, String does, Answer answer) {}

  /** Answers a request on its event loop. */
  @FunctionalInterface
  private interface Answer {
    void to(RoutingContext context) throws Parameters.Wrong, InterruptedException;
  }

  /**
   * A router for one instance of the service.
   *
   * @param draining whether this worker takes no more requests
   */
  static Router router(Vertx vertx, Settings settings, BooleanSupplier draining) {
    List<Endpoint> endpoints = endpoints(vertx, settings, draining);
    String index = index(endpoints);
    Router router = Router.router(vertx);
    router.route().handler(Routes::name).handler(Routes::refuseBody);
    router.get("/").handler(context -> Answers.text(context, 200, index));
    for (Endpoint endpoint : endpoints) {
      router.get(endpoint.path()).handler(context -> answer(endpoint, context));
    }
    router.errorHandler(
        404,
        context ->
            Answers.text(
                context,
                404,
                "404 there is no " + context.request().path() + "; there is\n" + index));
    router.errorHandler(
        405, context -> Answers.text(context, 405, "405 only GET is answered here"));
    router.errorHandler(
        400,
        context ->
            Answers.text(context, 400, "400 the request cannot be read; is it escaped as a URL?"));
    router.errorHandler(
        500, context -> Answers.text(context, 500, "500 the handler failed: " + context.failure()));
    return router;
  }

  private static List<Endpoint> endpoints(
      Vertx vertx, Settings settings, BooleanSupplier draining) {
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.add(
        new Endpoint("/fast", "/fast", "answers at once", context -> ok(context, "fast")));
    endpoints.add(
        new Endpoint(
            "/cpu",
            "/cpu?ms=100[&clock=cpu|wall]",
            "uses that much CPU time on the event loop",
            Routes::cpu));
    endpoints.add(
        new Endpoint(
            "/block", "/block?ms=100", "holds the event loop without using CPU", Routes::block));
    endpoints.add(
        new Endpoint(
            "/wait",
            "/wait?ms=90",
            "waits without holding a thread",
            context -> waitFor(vertx, context)));
    endpoints.add(
        health("live", "whether the process should live; never fails for load", () -> true));
    endpoints.add(
        health(
            "ready",
            "whether it takes requests; 503 while it drains",
            () -> !draining.getAsBoolean()));
    endpoints.add(health("started", "whether it has started", () -> true));
    if (settings.faults()) {
      endpoints.add(
          new Endpoint("/hang", "/hang", "fault: hangs the event loop for ever", Routes::hang));
      endpoints.add(new Endpoint("/exit", "/exit?code=1", "fault: ends the process", Routes::exit));
    }
    return endpoints;
  }

  private static Endpoint health(String check, String does, BooleanSupplier up) {
    String path = "/health/" + check;
    return new Endpoint(
        path, path, does, context -> Answers.health(context, check, up.getAsBoolean()));
  }

  private static void answer(Endpoint endpoint, RoutingContext context) {
    try {
      endpoint.answer().to(context);
    } catch (Parameters.Wrong e) {
      Answers.text(context, 400, e.text());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      context.fail(e);
    }
  }

  private static void cpu(RoutingContext context) throws Parameters.Wrong {
    Duration time = Parameters.millis(context, "ms", 100);
    CpuBurn.Clock clock = Parameters.choice(context, "clock", CpuBurn.Clock.CPU);
    long result = CpuBurn.compute(time, clock);
    ok(
        context,
        "computed "
            + Long.toHexString(result)
            + " in "
            + time.toMillis()
            + " ms by the "
            + Parameters.wireName(clock)
            + " clock");
  }

  private static void block(RoutingContext context) throws Parameters.Wrong, InterruptedException {
    Duration time = Parameters.millis(context, "ms", 100);
    BlockingCall.hold(time);
    ok(context, "held the event loop for " + time.toMillis() + " ms");
  }

  private static void waitFor(Vertx vertx, RoutingContext context) throws Parameters.Wrong {
    Duration time = Parameters.millis(context, "ms", 90);
    String text = "waited " + time.toMillis() + " ms";
    if (time.isZero()) {
      // A timer takes no zero.
      ok(context, text);
    } else {
      vertx.setTimer(time.toMillis(), timer -> ok(context, text));
    }
  }

  private static void hang(RoutingContext context) throws InterruptedException {
    new CountDownLatch(1).await();
  }

  private static void exit(RoutingContext context) throws Parameters.Wrong {
    int code = Parameters.number(context, "code", 1, 255);
    // Not on the event loop, which an exit would wait for.
    new Thread(() -> System.exit(code), "exit").start();
  }

  private static void ok(RoutingContext context, String text) {
    Answers.text(context, 200, text);
  }

  /** Every answer says who gave it, also the one to a request that fails. */
  private static void name(RoutingContext context) {
    context.response().putHeader(Answers.WORKER_HEADER, WorkerName.text());
    context.next();
  }

  private static void refuseBody(RoutingContext context) {
    HttpServerRequest request = context.request();
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if ((length == null || length.equals("0"))
        && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)) {
      context.next();
      return;
    }
    // Closed, because the next request would stand behind a body that nobody reads.
    context.response().putHeader(HttpHeaders.CONNECTION, "close");
    Answers.text(context, 413, "413 no endpoint here reads a body; send none");
  }

  private static String index(List<Endpoint> endpoints) {
    StringBuilder text = new StringBuilder();
    for (Endpoint endpoint : endpoints) {
      text.append(String.format("%-30s %s%n", endpoint.usage(), endpoint.does()));
    }
    return text.toString().stripTrailing();
  }
}
