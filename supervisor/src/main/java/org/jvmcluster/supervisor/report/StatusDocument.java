package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.fleet.ExitStatus;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.LastExit;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

/**
 * The answer to {@code status --json}: one object with always the same keys. A figure without a
 * sample is {@code null}, never 0.
 *
 * <p>Everything comes from memory, so an answer never waits for a worker. Safe for any thread.
 */
public final class StatusDocument {
  private final SupervisorFacts facts;
  private final ReadingStore readings;
  private final ProcessFigures.Source processes;
  private final RestartKernelWatch kernel;
  private final NanoClock clock;

  /**
   * A document about one supervisor.
   *
   * @param clock the one that the fleet's times were read from
   */
  public StatusDocument(
      SupervisorFacts facts,
      ReadingStore readings,
      ProcessFigures.Source processes,
      RestartKernelWatch kernel,
      NanoClock clock) {
    this.facts = requireNonNull(facts, "facts");
    this.readings = requireNonNull(readings, "readings");
    this.processes = requireNonNull(processes, "processes");
    this.kernel = requireNonNull(kernel, "kernel");
    this.clock = requireNonNull(clock, "clock");
  }

  /** The whole fleet. */
  public JsonObject of(FleetView fleet, Window window) {
    FleetFigures figures = readings.figures(window);
    JsonArray workers = new JsonArray();
    fleet.workers().forEach(worker -> workers.add(worker(worker, figures)));
    return new JsonObject()
        .put("window", window.wireName())
        .put("supervisor", supervisor(fleet))
        .put("workers", workers)
        .put(
            "merged",
            new JsonObject()
                .put("requests", JsonFigures.orNull(figures.requests()))
                .put("latency", figures.latency().toJson())
                .put("serverTime", figures.serverTime().toJson())
                .put("eventLoop", figures.eventLoop().toMergedJson())
                .put("pool", figures.pool().toJson())
                .put("shed", figures.shed().toJson()))
        .put("restart", restart(fleet.restart()));
  }

  /**
   * The workers of one slot: one, or two while one replaces the other. {@code {"window", "slot",
   * "workers": [...]}}, each as in the whole document; empty when there is no such slot.
   */
  public Optional<JsonObject> ofSlot(FleetView fleet, Slot slot, Window window) {
    List<WorkerView> inSlot =
        fleet.workers().stream().filter(worker -> worker.slot().equals(slot)).toList();
    if (inSlot.isEmpty()) {
      return Optional.empty();
    }
    FleetFigures figures = readings.figures(window);
    JsonArray workers = new JsonArray();
    inSlot.forEach(worker -> workers.add(worker(worker, figures)));
    return Optional.of(
        new JsonObject()
            .put("window", window.wireName())
            .put("slot", slot.number())
            .put("workers", workers));
  }

  private JsonObject supervisor(FleetView fleet) {
    ProcessFigures process = processes.of(facts.pid());
    return new JsonObject()
        .put("pid", facts.pid())
        .put("version", facts.version())
        .put("java", facts.java())
        .put("uptimeSeconds", secondsSince(facts.startedNanos()))
        .put("state", word(fleet.state()))
        .put("generation", fleet.generation().number())
        .put("cores", facts.cores())
        .put("mode", facts.mode())
        .put("listen", facts.listen())
        .put("accept", facts.accept())
        .put("host", facts.host())
        .put("port", facts.port())
        .put("rssBytes", JsonFigures.orNull(process.rssBytes()))
        .put("cpuPercent", JsonFigures.orNull(process.cpuPercent()));
  }

  private JsonObject worker(WorkerView worker, FleetFigures fleet) {
    ProcessFigures process =
        worker.pid().isPresent() ? processes.of(worker.pid().getAsLong()) : ProcessFigures.UNKNOWN;
    Optional<WorkerFigures> figures = worker.launch().map(fleet.workers()::get);
    JsonObject entry =
        new JsonObject()
            .put("slot", worker.slot().number())
            .put("generation", worker.generation().number())
            .put("pid", JsonFigures.orNull(worker.pid()))
            .put("state", word(shown(worker, figures)))
            .put(
                "uptimeSeconds",
                worker.pid().isPresent() ? (Object) secondsSince(worker.sinceNanos()) : null)
            .put("restarts", worker.restarts())
            .put("lastExit", worker.lastExit().map(StatusDocument::lastExit).orElse(null))
            .put(
                "backoffLeftMs",
                worker.backoffLeft().map(left -> (Object) JsonFigures.millis(left)).orElse(null));
    WorkerEntry.putFigures(entry, figures, process);
    WorkerEntry.putCondition(entry, figures);
    return entry;
  }

  /** A worker that the fleet has ready may have no loop that could answer. */
  private static WorkerState shown(WorkerView worker, Optional<WorkerFigures> figures) {
    boolean isBlocked = figures.filter(known -> known.eventLoop().isBlocked()).isPresent();
    return worker.state() == WorkerState.READY && isBlocked ? WorkerState.BLOCKED : worker.state();
  }

  private static JsonObject lastExit(LastExit exit) {
    ExitStatus status = exit.status();
    return new JsonObject()
        .put("reason", exit.reason())
        .put("code", status.code())
        .put("signal", status.signal().orElse(null))
        .put("at", exit.at().toString());
  }

  private JsonObject restart(RestartView restart) {
    JsonArray steps = new JsonArray();
    restart.steps().forEach(step -> steps.add(EventLine.json(step)));
    Optional<KernelCounters> counted =
        restart.state() == RestartState.NONE ? Optional.empty() : kernel.during(restart);
    return new JsonObject()
        .put("number", restart.number())
        .put("state", word(restart.state()))
        .put("startedAt", restart.startedAt().map(Instant::toString).orElse(null))
        .put("seconds", restart.took().map(took -> (Object) JsonFigures.seconds(took)).orElse(null))
        .put("steps", steps)
        .put("reason", restart.reason().orElse(null))
        .put("kernel", counted.orElse(KernelCounters.UNKNOWN).toJson());
  }

  private double secondsSince(long nanos) {
    return JsonFigures.seconds(Duration.ofNanos(clock.nanos() - nanos));
  }

  private static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
