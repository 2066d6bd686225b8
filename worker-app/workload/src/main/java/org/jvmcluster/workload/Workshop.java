package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jvmcluster.runtime.api.TaskPool;

/**
 * What all instances of the service in this process share.
 *
 * @param dispatcher with the pools
 */
record Workshop(
    Settings settings,
    Dispatcher dispatcher,
    Stock stock,
    LockRoute.Ledger ledger,
    Uploads uploads,
    GarbageMaker garbage)
    implements AutoCloseable {
  Workshop {
    requireNonNull(settings, "settings");
    requireNonNull(dispatcher, "dispatcher");
    requireNonNull(stock, "stock");
    requireNonNull(ledger, "ledger");
    requireNonNull(uploads, "uploads");
    requireNonNull(garbage, "garbage");
  }

  /** Opens the pools; their threads begin with the first task. */
  static Workshop open(Settings settings) {
    return new Workshop(
        settings,
        new Dispatcher(
            settings.mode(),
            TaskPool.open(settings.pool()),
            settings.mode() == Mode.THREADS
                ? Optional.of(TaskPool.compute(settings.computeThreads()))
                : Optional.empty()),
        new Stock(Path.of(System.getProperty("java.io.tmpdir"))),
        new LockRoute.Ledger(),
        new Uploads(),
        new GarbageMaker());
  }

  @Override
  public void close() throws IOException {
    dispatcher.close();
    stock.close();
  }
}
