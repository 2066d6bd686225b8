package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.api.Worker;

/** Starts the bundled service. */
public final class Main {
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private Main() {}

  /** Listens on {@code HOST} and {@code PORT} until it is stopped. */
  public static void main(String[] args) throws InterruptedException {
    if (List.of(args).contains("--help")) {
      System.out.println(Settings.USAGE);
      return;
    }
    Settings settings;
    try {
      settings = Settings.from(List.of(args), System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(Settings.USAGE);
      System.exit(USAGE);
      return;
    }
    Vertx vertx = Vertx.vertx(options(settings));
    if (BootFaults.strike(settings)) {
      System.exit(FAILED);
    }
    // What the first clients ask for; what holds its thread would hold up everybody's start.
    Worker worker = Worker.current();
    worker.warmUp("/fast", "/cpu?ms=1", "/wait?ms=1");
    Service.start(vertx, settings, () -> notReady(worker))
        .onSuccess(
            port ->
                System.out.println(
                    "worker "
                        + WorkerName.text()
                        + " listens on http://"
                        + settings.host()
                        + ":"
                        + port))
        .onFailure(
            failure -> {
              System.err.println(
                  "cannot listen on "
                      + settings.host()
                      + ":"
                      + settings.port()
                      + ": "
                      + failure.getMessage()
                      + "; choose others with HOST and PORT");
              // Not here: this is an event loop, and an exit waits for those.
              new Thread(() -> System.exit(FAILED), "exit").start();
            });
  }

  private static Optional<String> notReady(Worker worker) {
    if (worker.isDraining()) {
      return Optional.of("draining");
    }
    return worker.isOverloaded() ? Optional.of("overloaded") : Optional.empty();
  }

  private static VertxOptions options(Settings settings) {
    return new VertxOptions()
        .setEventLoopPoolSize(settings.eventLoops())
        // The transport of the JDK does not know SO_REUSEPORT.
        .setPreferNativeTransport(settings.reusePort())
        // Nothing is served from the class path, so no cache directory is left behind by a kill.
        .setFileSystemOptions(
            new FileSystemOptions()
                .setClassPathResolvingEnabled(false)
                .setFileCachingEnabled(false));
  }
}
