package org.jvmcluster.supervisor.control;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.jvmcluster.supervisor.report.Window;

/** A supervisor with one worker that takes orders and leaves it to the test to carry them out. */
final class FakeBackend implements AdminBackend {
  private final BlockingQueue<Progress> orders = new LinkedBlockingQueue<>();
  private volatile String lastOrder = "";
  private volatile Strain strain = Strain.NONE;

  /** Completed by the test, from its own thread. */
  final CompletableFuture<WorkerDump> dump = new CompletableFuture<>();

  private volatile FleetView fleet = fleet(FleetView.State.STEADY, WorkerState.READY);

  static FleetView fleet(FleetView.State state, WorkerState worker) {
    return new FleetView(
        state,
        Generation.FIRST,
        List.of(
            new WorkerView(
                Optional.of(new LaunchId(1)),
                new Slot(0),
                Generation.FIRST,
                OptionalLong.of(4711),
                worker,
                0,
                0,
                Optional.empty(),
                Optional.empty())),
        new RestartView(
            0, RestartState.NONE, Optional.empty(), Optional.empty(), List.of(), Optional.empty()));
  }

  static Occurrence step(String text) {
    return new Occurrence(
        Instant.EPOCH,
        Occurrence.Kind.STARTED,
        Optional.of(new Slot(0)),
        Optional.of(Generation.FIRST),
        OptionalLong.of(4711),
        OptionalLong.empty(),
        text);
  }

  void becomes(FleetView.State state, WorkerState worker) {
    fleet = fleet(state, worker);
  }

  void reports(Strain latest) {
    strain = latest;
  }

  /** The next order, awaited; what was ordered is in {@link #lastOrder}. */
  Progress takeOrder() throws InterruptedException {
    Progress order = orders.poll(20, TimeUnit.SECONDS);
    if (order == null) {
      throw new AssertionError("no order came within 20 s");
    }
    return order;
  }

  String lastOrder() {
    return lastOrder;
  }

  @Override
  public JsonObject status(Window window) {
    return new JsonObject().put("window", window.wireName());
  }

  @Override
  public Optional<JsonObject> worker(Slot slot, Window window) {
    return slot.number() == 0
        ? Optional.of(new JsonObject().put("slot", 0).put("window", window.wireName()))
        : Optional.empty();
  }

  @Override
  public JsonObject config() {
    return new JsonObject().put("workers", 1);
  }

  @Override
  public MetricsPage.Scrape metrics(String accept) {
    return new MetricsPage.Scrape("text/plain; for=" + accept, "up 1\n");
  }

  @Override
  public FleetView fleet() {
    return fleet;
  }

  @Override
  public Strain strain(LaunchId launch) {
    return strain;
  }

  @Override
  public CompletionStage<WorkerDump> dump(Slot slot) {
    return dump;
  }

  @Override
  public void restart(Progress progress) {
    order("restart", progress);
  }

  @Override
  public void scale(int workers, Progress progress) {
    order("scale " + workers, progress);
  }

  @Override
  public void stop(boolean now, Progress progress) {
    order(now ? "stop now" : "stop", progress);
  }

  private void order(String what, Progress progress) {
    lastOrder = what;
    orders.add(progress);
  }
}
