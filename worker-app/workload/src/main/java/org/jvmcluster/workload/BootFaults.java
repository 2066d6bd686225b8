package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** What can go wrong at a start, on purpose. */
final class BootFaults {
  private BootFaults() {}

  /**
   * Waits for the boot delay, then looks for the crash file and leaves a line beside it.
   *
   * @return true when the service has to crash
   */
  static boolean strike(Settings settings) throws InterruptedException {
    Thread.sleep(settings.bootDelay().toMillis());
    if (settings.crashFile().filter(Files::exists).isEmpty()) {
      return false;
    }
    Path file = settings.crashFile().get();
    Path log = file.resolveSibling(file.getFileName() + ".log");
    try {
      Files.writeString(
          log,
          Instant.now() + " worker " + WorkerName.text() + " crashes\n",
          UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the crash could not be noted in " + log, e);
    }
    System.err.println("crashing at boot, as WORKER_CRASH_FILE asks: " + file + " exists");
    return true;
  }
}
