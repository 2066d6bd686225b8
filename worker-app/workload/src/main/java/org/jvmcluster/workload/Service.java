package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** One instance of the service, on one event loop. */
final class Service extends VerticleBase {
  /** Requests here have a path and two small parameters. */
  private static final int MAX_INITIAL_LINE_BYTES = 4096;

  private static final int MAX_HEADER_BYTES = 8192;

  private final Settings settings;
  private final BooleanSupplier draining;

  /** Set by the first instance that listens; they all share one port. */
  private final AtomicInteger boundPort;

  private Service(Settings settings, BooleanSupplier draining, AtomicInteger boundPort) {
    this.settings = requireNonNull(settings, "settings");
    this.draining = requireNonNull(draining, "draining");
    this.boundPort = requireNonNull(boundPort, "boundPort");
  }

  /**
   * Starts an instance on every event loop.
   *
   * @param draining whether this worker takes no more requests
   * @return the port, once all listen
   */
  static Future<Integer> start(Vertx vertx, Settings settings, BooleanSupplier draining) {
    AtomicInteger boundPort = new AtomicInteger();
    return vertx
        .deployVerticle(
            () -> new Service(settings, draining, boundPort),
            new DeploymentOptions().setInstances(settings.eventLoops()))
        .map(deployment -> boundPort.get());
  }

  @Override
  public Future<?> start() {
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
            .requestHandler(Routes.router(vertx, settings, draining))
            .invalidRequestHandler(
                request -> {
                  request.response().putHeader(Answers.WORKER_HEADER, WorkerName.text());
                  HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER.handle(request);
                });
    return server.listen().onSuccess(bound -> boundPort.set(bound.actualPort()));
  }
}
