package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.report.Reports.hello;
import static org.jvmcluster.supervisor.report.Reports.launch;
import static org.jvmcluster.supervisor.report.Reports.report;
import static org.jvmcluster.supervisor.report.Reports.times;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
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
    for (String group : List.of("latency", "serverTime")) {
      assertThat(worker.getJsonObject(group).fieldNames())
          .containsExactly("windowSeconds", "count", "p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs");
    }
    assertThat(worker.getJsonObject("eventLoop").fieldNames())
        .containsExactly(
            "loops",
            "utilization",
            "worstSecondUtilization",
            "cpuRatio",
            "lagP50Ms",
            "lagP99Ms",
            "lagMaxMs",
            "blockedForMs",
            "taskWaitP99Ms",
            "pendingTasks",
            "perLoop");
    assertThat(worker.getJsonObject("pool").fieldNames())
        .containsExactly(
            "size",
            "threads",
            "busy",
            "queued",
            "oldestWaitMs",
            "waitP50Ms",
            "waitP99Ms",
            "rejected",
            "expired",
            "kinds",
            "vertx");
    assertThat(worker.getJsonObject("gc").fieldNames())
        .containsExactly("pauseMs", "maxPauseMs", "count");
    assertThat(worker.getJsonObject("cpu").fieldNames())
        .containsExactly(
            "throttledMs", "throttledPeriods", "runQueueMs", "stolenMs", "stops", "maxStopMs");
    assertThat(worker.getJsonObject("shed").fieldNames())
        .containsExactly("count", "active", "reasons");
    JsonObject merged = status.getJsonObject("merged");
    assertThat(merged.fieldNames())
        .containsExactly("requests", "latency", "serverTime", "eventLoop", "pool", "shed");
    assertThat(merged.getJsonObject("eventLoop").fieldNames())
        .containsExactly(
            "utilization",
            "worstSecondUtilization",
            "cpuRatio",
            "lagP50Ms",
            "lagP99Ms",
            "lagMaxMs",
            "taskWaitP99Ms",
            "pendingTasks");
    assertThat(merged.getJsonObject("pool").fieldNames())
        .isEqualTo(worker.getJsonObject("pool").fieldNames());
    assertThat(status.getJsonObject("restart").fieldNames())
        .containsExactly("number", "state", "startedAt", "seconds", "steps", "reason", "kernel");
    assertThat(status.getJsonObject("restart").getJsonObject("kernel").fieldNames())
        .containsExactly("listenOverflows", "listenDrops", "migrateSuccess", "migrateFailure");
    assertThat(worker.getLong("requests")).isEqualTo(40);
    assertThat(worker.getDouble("reportAgeMs")).isEqualTo(1500);
    assertThat(worker.getLong("rssBytes")).isEqualTo(1001L << 20);
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
    for (String group : List.of("eventLoop", "pool", "gc", "cpu", "shed")) {
      worker
          .getJsonObject(group)
          .forEach(
              figure ->
                  assertThat(figure.getValue())
                      .as("%s.%s", group, figure.getKey())
                      .isIn(null, new JsonObject(), new JsonArray()));
    }
    assertThat(worker.getJsonObject("latency").getValue("p99Ms")).isNull();
    assertThat(status.getJsonObject("merged").getJsonObject("serverTime").getValue("maxMs"))
        .isNull();
  }

  @Test
  void writesTheFiguresOfLoopPoolAndShedding() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(
            1,
            Reports.all(
                Reports.loop(0, 970, 1000, 300),
                Reports.task("file", times(10, Duration.ofMillis(400)), Duration.ofMillis(8)),
                List.of(
                    Reports.lag(0, times(10, Duration.ofMillis(70))),
                    Reports.busyFor(0, Duration.ofMillis(1500)),
                    new Reading.Gauge(ReadingNames.POOL_OLDEST_WAIT_NANOS, Map.of(), 12_000_000),
                    new Reading.Counter(
                        ReadingNames.POOL_REJECTED, Map.of("kind", "file", "reason", "full"), 3),
                    Reports.count(ReadingNames.SHED, "reason", "lag", 12),
                    Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 0)))));

    JsonObject worker =
        document
            .of(
                Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.READY, start)),
                Window.LAST_10_SECONDS)
            .getJsonArray("workers")
            .getJsonObject(0);

    assertThat(worker.getString("state")).isEqualTo("blocked");
    assertThat(worker.getJsonObject("eventLoop"))
        .isEqualTo(
            new JsonObject(
                """
                {"loops": 1, "utilization": 0.97, "worstSecondUtilization": 0.97, "cpuRatio": 0.3,
                 "lagP50Ms": LAG, "lagP99Ms": LAG, "lagMaxMs": LAG,
                 "blockedForMs": 1500.0, "taskWaitP99Ms": null, "pendingTasks": null,
                 "perLoop": [{"loop": "0", "utilization": 0.97, "worstSecondUtilization": 0.97,
                              "cpuRatio": 0.3, "busyForMs": 1500.0, "pendingTasks": null}]}
                """
                    .replace("LAG", asRecorded(70))));
    assertThat(worker.getJsonObject("pool").getDouble("oldestWaitMs")).isEqualTo(12);
    assertThat(worker.getJsonObject("pool").getJsonObject("kinds"))
        .isEqualTo(
            new JsonObject(
                """
                {"file": {"count": 10, "waitP50Ms": WAIT, "waitP99Ms": WAIT,
                          "runP50Ms": RUN, "runP99Ms": RUN, "rejected": 3, "expired": null,
                          "failed": null}}
                """
                    .replace("WAIT", asRecorded(400))
                    .replace("RUN", asRecorded(8))));
    assertThat(worker.getJsonObject("shed"))
        .isEqualTo(
            new JsonObject("{\"count\": 12, \"active\": false, \"reasons\": {\"lag\": 12}}"));
  }

  /** What a histogram of a thousandth's resolution makes of so many milliseconds. */
  private static String asRecorded(long millis) {
    Histogram histogram = Histograms.empty();
    RecordedValues recorded = RecordedValues.of(Reports.recording(Duration.ofMillis(millis)));
    recorded.addTo(histogram);
    return Double.toString(LatencyFigures.of(histogram, Duration.ZERO).maxMillis().orElseThrow());
  }

  @Test
  void callsOnlyAWorkerBlockedThatIsReady() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, List.of(Reports.busyFor(0, Duration.ofSeconds(5)))));

    JsonObject status =
        document.of(
            Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.DRAINING, start)),
            Window.LAST_10_SECONDS);

    assertThat(status.getJsonArray("workers").getJsonObject(0).getString("state"))
        .isEqualTo("draining");
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
