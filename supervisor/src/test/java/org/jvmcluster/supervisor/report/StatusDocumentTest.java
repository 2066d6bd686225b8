package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.report.Reports.hello;
import static org.jvmcluster.supervisor.report.Reports.launch;
import static org.jvmcluster.supervisor.report.Reports.report;
import static org.jvmcluster.supervisor.report.Reports.times;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;

class StatusDocumentTest {
  private final HandClock clock = new HandClock();
  private final long start = clock.nanos();
  private final ReadingStore store = new ReadingStore(clock);
  private final StatusDocument document =
      new StatusDocument(
          new SupervisorFacts(
              99, "0.1.0", "17", start, 2, "processes", "reuseport", "idle", "127.0.0.1", 3100),
          store,
          pid ->
              new ProcessFigures(
                  OptionalLong.of(pid << 20), OptionalLong.empty(), OptionalDouble.of(12.5)),
          new RestartKernelWatch(() -> KernelCounters.UNKNOWN),
          clock);

  @Test
  void hasEveryKeyOfTheContractForAServingWorker() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 40, times(40, Duration.ofMillis(5))));
    clock.advance(Duration.ofMillis(1500));

    JsonObject status =
        document.of(
            Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.READY, start)),
            Window.LAST_10_SECONDS);

    assertThat(status.fieldNames())
        .containsExactly("window", "supervisor", "workers", "merged", "restart");
    assertThat(status.getJsonObject("supervisor").fieldNames())
        .containsExactly(
            "pid",
            "version",
            "java",
            "uptimeSeconds",
            "state",
            "generation",
            "cores",
            "mode",
            "listen",
            "accept",
            "host",
            "port",
            "rssBytes",
            "cpuPercent");
    JsonObject worker = status.getJsonArray("workers").getJsonObject(0);
    assertThat(worker.fieldNames())
        .containsExactly(
            "slot",
            "generation",
            "pid",
            "state",
            "uptimeSeconds",
            "restarts",
            "lastExit",
            "backoffLeftMs",
            "connections",
            "inFlight",
            "requests",
            "cpuPercent",
            "rssBytes",
            "pssBytes",
            "heapUsedBytes",
            "heapMaxBytes",
            "latency",
            "serverTime",
            "eventLoop",
            "pool",
            "gc",
            "cpu",
            "shed",
            "transport",
            "reportAgeMs",
            "reduced");
    assertThat(worker.getJsonObject("latency"))
        .isEqualTo(
            new JsonObject(
                """
                {"windowSeconds": 1.5, "count": 40, "p50Ms": 5.001, "p90Ms": 5.001, "p99Ms": 5.001,
                 "p999Ms": 5.001, "maxMs": 5.001}
                """));
    assertThat(status.getJsonObject("restart").fieldNames())
        .containsExactly("number", "state", "startedAt", "seconds", "steps", "reason", "kernel");
    assertThat(status.getJsonObject("restart").getJsonObject("kernel").fieldNames())
        .containsExactly("listenOverflows", "listenDrops", "migrateSuccess", "migrateFailure");
    assertThat(worker.getLong("requests")).isEqualTo(40);
    assertThat(worker.getDouble("reportAgeMs")).isEqualTo(1500);
    assertThat(worker.getLong("rssBytes")).isEqualTo(1001L << 20);
    assertThat(worker.getValue("eventLoop")).as("not measured yet").isNull();
  }

  @Test
  void writesNullNotZeroWithoutASample() {
    JsonObject status =
        document.of(
            Fleets.fleet(State.STARTING, Fleets.worker(1, 0, WorkerState.STARTING, start)),
            Window.LAST_10_SECONDS);

    JsonObject worker = status.getJsonArray("workers").getJsonObject(0);
    for (String figure :
        List.of(
            "connections",
            "inFlight",
            "requests",
            "heapUsedBytes",
            "pssBytes",
            "reportAgeMs",
            "transport",
            "lastExit")) {
      assertThat(worker.containsKey(figure)).as(figure).isTrue();
      assertThat(worker.getValue(figure)).as(figure).isNull();
    }
    assertThat(worker.getJsonObject("latency").getLong("count")).isZero();
    assertThat(worker.getJsonObject("latency").getValue("p99Ms")).isNull();
    assertThat(status.getJsonObject("merged").getJsonObject("serverTime").getValue("maxMs"))
        .isNull();
  }

  @Test
  void showsASlotInBackoffWithoutAProcess() {
    JsonObject status =
        document.of(
            Fleets.fleet(State.DEGRADED, Fleets.inBackoff(2, Duration.ofMillis(3200), start)),
            Window.ALL);

    JsonObject slot = status.getJsonArray("workers").getJsonObject(0);
    assertThat(slot.getValue("pid")).isNull();
    assertThat(slot.getString("state")).isEqualTo("backoff");
    assertThat(slot.getValue("uptimeSeconds")).isNull();
    assertThat(slot.getValue("rssBytes")).isNull();
    assertThat(slot.getDouble("backoffLeftMs")).isEqualTo(3200);
    assertThat(slot.getJsonObject("lastExit"))
        .isEqualTo(
            new JsonObject(
                """
                {"reason": "crashed", "code": 137, "signal": "SIGKILL",
                 "at": "2026-01-02T03:04:05Z"}
                """));
  }

  @Test
  void answersForOneSlotWithBothItsWorkersAndForNoOtherSlot() {
    FleetView fleet =
        Fleets.fleet(
            State.RESTARTING,
            Fleets.worker(1, 0, WorkerState.READY, start),
            Fleets.worker(4, 0, WorkerState.WARMING, start),
            Fleets.worker(2, 1, WorkerState.READY, start));

    JsonObject slot = document.ofSlot(fleet, new Slot(0), Window.ALL).orElseThrow();

    assertThat(slot.getJsonArray("workers")).hasSize(2);
    assertThat(document.ofSlot(fleet, new Slot(7), Window.ALL)).isEmpty();
  }

  @Test
  void tellsTheLastRestartWithItsSteps() {
    FleetView fleet =
        new FleetView(
            State.STEADY,
            new Generation(2),
            List.of(),
            new RestartView(
                1,
                RestartState.ABORTED,
                Optional.of(Instant.EPOCH),
                Optional.of(Duration.ofMillis(4500)),
                List.of(Fleets.occurrence(1)),
                Optional.of("slot 0 never became ready")));

    JsonObject restart = document.of(fleet, Window.ALL).getJsonObject("restart");

    assertThat(restart.getString("state")).isEqualTo("aborted");
    assertThat(restart.getDouble("seconds")).isEqualTo(4.5);
    assertThat(restart.getString("reason")).isEqualTo("slot 0 never became ready");
    assertThat(restart.getJsonArray("steps").getJsonObject(0).getString("event"))
        .isEqualTo("ready");
  }
}
