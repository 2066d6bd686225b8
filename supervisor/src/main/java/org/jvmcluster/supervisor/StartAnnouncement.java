package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Shows the table of workers twice: when all processes exist, and when all workers are ready for
 * the first time. Printing happens on a thread of its own, {@code console}, since a terminal can be
 * held.
 */
final class StartAnnouncement implements AutoCloseable {
  private final RunConsole console;
  private final Function<FleetView, JsonObject> status;
  private final ThreadPoolExecutor thread;
  private boolean startingShown;
  private boolean readyShown;

  StartAnnouncement(RunConsole console, Function<FleetView, JsonObject> status) {
    this.console = requireNonNull(console, "console");
    this.status = requireNonNull(status, "status");
    this.thread = ChoreThread.queue("console", 2);
  }

  /** Called with every view, on the loop. */
  void observe(FleetView view) {
    if (!startingShown
        && !view.workers().isEmpty()
        && view.workers().stream().allMatch(worker -> worker.pid().isPresent())) {
      startingShown = true;
      show(() -> console.starting(status.apply(view)));
    }
    if (!readyShown && view.state() == FleetView.State.STEADY && Operations.isAllReady(view)) {
      readyShown = true;
      show(() -> console.ready(status.apply(view)));
    }
  }

  private void show(Runnable print) {
    thread.execute(print);
  }

  /** Lets what is being printed end, for a moment. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
