package org.jvmcluster.supervisor.control;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.jvmcluster.supervisor.report.EventFile;
import org.jvmcluster.supervisor.report.EventLog;

/** An admin API on a real socket with a {@link FakeBackend} behind it. */
final class RunningAdmin implements AutoCloseable {
  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setPreferNativeTransport(true)
              .setEventLoopPoolSize(2)
              .setWorkerPoolSize(1));
  private final FakeBackend backend = new FakeBackend();
  private final Path socket;
  private final EventLog events;
  private final AdminServer server;

  RunningAdmin(Path directory) throws IOException {
    socket = directory.resolve("admin.sock");
    events = new EventLog(new EventFile(directory));
    server = AdminServer.openOnSocket(vertx, socket, backend, events);
  }

  Vertx vertx() {
    return vertx;
  }

  FakeBackend backend() {
    return backend;
  }

  Path socket() {
    return socket;
  }

  EventLog events() {
    return events;
  }

  AdminServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
    events.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
