package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One instance of the service, on one event loop. */
final class Service extends VerticleBase {
  /** The input of {@code /match} is the longest that is taken, if it needs no escapes. */
  private static final int MAX_INITIAL_LINE_BYTES = MatchRoute.MAX_INPUT_CHARS + 8192;

  private static final int MAX_HEADER_BYTES = 8192;

  private final Workshop shop;
  private final Supplier<Optional<String>> notReady;

  /** Set by the first instance that listens; they all share one port. */
  private final AtomicInteger boundPort;

  private Service(Workshop shop, Supplier<Optional<String>> notReady, AtomicInteger boundPort) {
    this.shop = requireNonNull(shop, "shop");
    this.notReady = requireNonNull(notReady, "notReady");
    this.boundPort = requireNonNull(boundPort, "boundPort");
  }

  /**
   * Starts an instance on every event loop.
   *
   * @param notReady why this worker takes no requests; empty while it does
   * @return the port, once all listen
   */
  static Future<Integer> start(
      Vertx vertx, Settings settings, Supplier<Optional<String>> notReady) {
    Workshop shop = Workshop.open(settings);
    AtomicInteger boundPort = new AtomicInteger();
    return vertx
        .deployVerticle(
            () -> new Service(shop, notReady, boundPort),
            new DeploymentOptions().setInstances(settings.eventLoops()))
        .map(deployment -> boundPort.get());
  }

  @Override
  public Future<?> start() {
    Settings settings = shop.settings();
    HttpServer server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setHost(settings.host())
                    // Vert.x gives each instance another port for 0, and one to all for -1.
                    .setPort(settings.port() == 0 ? -1 : settings.port())
                    .setReusePort(settings.reusePort())
                    .setMaxInitialLineLength(MAX_INITIAL_LINE_BYTES)
                    .setMaxHeaderSize(MAX_HEADER_BYTES))
            .requestHandler(Routes.router(vertx, shop, notReady))
            .invalidRequestHandler(
                request -> {
                  request.response().putHeader(Answers.WORKER_HEADER, WorkerName.text());
                  HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER.handle(request);
                });
    return server.listen().onSuccess(bound -> boundPort.set(bound.actualPort()));
  }

  /** All instances leave together, and the first closes what they share. */
  @Override
  public Future<?> stop() throws IOException {
    shop.close();
    return Future.succeededFuture();
  }
}
