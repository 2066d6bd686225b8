package org.jvmcluster.supervisor.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.load.LoadException;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;

/**
 * One line on stderr that fills, redrawn by a thread of its own while a run lasts, then wiped.
 * Where stderr is no terminal nothing is drawn.
 */
final class ProgressBar {
  /** Smooth to the eye, nothing to the machine. */
  private static final Duration REDRAW = Duration.ofMillis(100);

  /** A terminal that takes no output must not hold up the result. */
  private static final Duration WIPE_LIMIT = Duration.ofSeconds(1);

  private static final int WIDTH = 40;
  private static final String WIPE = "\r\u001b[K";

  private final PrintStream err;
  private final DoubleSupplier share;
  private final LongSupplier done;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread drawer = new Thread(this::draw, "progress-bar");

  private ProgressBar(PrintStream err, DoubleSupplier share, LongSupplier done) {
    this.err = err;
    this.share = share;
    this.done = done;
    drawer.setDaemon(true);
  }

  /** What is shown the progress of. */
  @FunctionalInterface
  interface Run {
    /** Blocks until it is over. */
    LoadResult run() throws LoadException, InterruptedException;
  }

  /**
   * Runs, and shows how far it is, by count or by time, whichever is further.
   *
   * @param done requests so far; called from another thread
   */
  static LoadResult during(Run run, Surroundings surroundings, LoadPlan plan, LongSupplier done)
      throws LoadException, InterruptedException {
    if (!surroundings.errIsTerminal()) {
      return run.run();
    }
    long begun = NanoClock.SYSTEM.nanos();
    DoubleSupplier share =
        () -> {
          double byTime = (NanoClock.SYSTEM.nanos() - begun) / (double) plan.time().toNanos();
          double byCount = done.getAsLong() / (double) plan.requests();
          return Math.min(1, Math.max(byTime, byCount));
        };
    ProgressBar bar = new ProgressBar(surroundings.err(), share, done);
    bar.drawer.start();
    try {
      return run.run();
    } finally {
      bar.over.countDown();
      bar.drawer.join(WIPE_LIMIT.toMillis());
    }
  }

  private void draw() {
    try {
      while (!over.await(REDRAW.toMillis(), TimeUnit.MILLISECONDS)) {
        int full = (int) (share.getAsDouble() * WIDTH);
        err.print(
            String.format(
                Locale.ROOT,
                "\r[%s%s] %,d requests",
                "#".repeat(full),
                " ".repeat(WIDTH - full),
                done.getAsLong()));
        err.flush();
      }
      err.print(WIPE);
      err.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
