package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What holds a whole process is told apart from a loop that its application blocks. */
class StallIT {
  private static final Duration STOP = Duration.ofSeconds(3);

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void tellsCollectionsAStopOfTheProcessAndABlockApart() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--faults", "--jvm-opt", "-Xmx48m", "--jvm-opt", "-Xmn8m"), 2);
    HttpExchange.Answer order =
        HttpExchange.get(supervisor.port(), "/garbage?mbPerSecond=100&seconds=20");
    assertThat(order.status()).as(order.text()).isEqualTo(200);
    int collecting = order.slot();
    int stopped = 1 - collecting;
    JsonObject before = supervisor.worker(collecting);

    JsonObject stalled = stopAndContinue(supervisor, stopped);
    JsonObject stormed =
        supervisor.awaitWorker(
            collecting,
            "collections",
            worker ->
                Figure.of(worker, "gc", "count") >= Figure.orZero(before, "gc", "count") + 10);

    assertThat(Figure.of(stormed, "gc", "pauseMs"))
        .isGreaterThan(Figure.orZero(before, "gc", "pauseMs"));
    assertThat(Figure.of(stormed, "gc", "maxPauseMs")).isPositive();
    assertThat(Figure.orZero(stalled, "gc", "count")).isLessThan(Figure.of(stormed, "gc", "count"));
    // Its loop waited in the poller all the time: nothing of its code is to blame.
    assertThat(stalled.getString("state")).isEqualTo("ready");
    assertThat(Figure.of(stalled, "eventLoop", "blockedForMs")).isLessThan(1_000);
    assertThat(Figure.orZero(stalled, "gc", "maxPauseMs")).isLessThan(STOP.toMillis() / 2.0);
  }

  /** The entry of the worker, once it has reported the stop. */
  private static JsonObject stopAndContinue(SupervisorProcess supervisor, int slot)
      throws Exception {
    JsonObject running =
        supervisor.awaitWorker(
            slot, "a first report", worker -> worker.getValue("reportAgeMs") != null);
    double before = Figure.orZero(running, "cpu", "stops");
    long pid = supervisor.readyPids().get(slot);
    long begin = System.nanoTime();
    SupervisorProcess.signal(pid, "STOP");
    long stopped = System.nanoTime();
    double heldMillis;
    try {
      supervisor.awaitWorker(
          slot,
          "a report that is " + STOP + " old",
          worker -> {
            // The supervisor answers meanwhile, of both.
            assertThat(supervisor.workers()).hasSize(2);
            return worker.getLong("reportAgeMs") >= STOP.toMillis()
                && System.nanoTime() - stopped >= STOP.toNanos();
          });
      heldMillis = (System.nanoTime() - stopped) / 1e6;
    } finally {
      SupervisorProcess.signal(pid, "CONT");
    }
    JsonObject worker =
        supervisor.awaitWorker(
            slot,
            "the stop",
            seen ->
                Figure.of(seen, "cpu", "stops") > before
                    && "ready".equals(seen.getString("state")));
    long wholeMillis = (System.nanoTime() - begin) / 1_000_000;
    assertThat(Figure.of(worker, "cpu", "maxStopMs"))
        .isBetween(heldMillis - 200, wholeMillis + 1_000.0);
    return worker;
  }

  @Test
  void showsThrottlingOfTheWorkerThatHasAQuotaAndOfNoOther() throws Exception {
    Optional<String> obstacle = CpuQuotaGroup.obstacle();
    assumeThat(obstacle).as("control groups that a test may make: %s", obstacle).isEmpty();
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(2), 2);
    double before = throttled(supervisor.worker(0));
    double otherBefore = throttled(supervisor.worker(1));

    supervisors.own(CpuQuotaGroup.holding(supervisor.readyPids().get(0), Duration.ofMillis(20)));
    // Three a worker at the least, so that some are always at the one that is held.
    Load load =
        supervisors.own(Load.start(Load.Plan.keepAlive(supervisor.port(), 6).to("/cpu?ms=10")));

    JsonObject held =
        supervisor.awaitWorker(
            0, "throttling for half a second", seen -> throttled(seen) >= before + 500);
    load.close();
    assertThat(held.getJsonObject("cpu").getInteger("throttledPeriods")).isPositive();
    assertThat(load.failures()).isEmpty();
    // A quota around all of us would hold both alike.
    assertThat(throttled(supervisor.worker(1)) - otherBefore)
        .isLessThan((throttled(held) - before) / 2);
  }

  private static double throttled(JsonObject worker) {
    return Figure.orZero(worker, "cpu", "throttledMs");
  }
}
