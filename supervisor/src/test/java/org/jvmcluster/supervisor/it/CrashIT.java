package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.control.AdminException;

/** Workers that die while they serve. */
class CrashIT {
  /** Long enough to see that others do not wait for it. */
  private static final long BOOT_MILLIS = 4_000;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  @Test
  void replacesAKilledWorkerAndLosesAtMostWhatItHadInFlight() throws Exception {
    int clients = 6;
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(2), 2);
    Map<Integer, Long> before = supervisor.readyPids();
    Load load =
        supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), clients).to("/wait?ms=20")));

    SupervisorProcess.signal(before.get(0), "KILL");

    JsonObject replaced =
        supervisor.awaitStatus(
            "a ready replacement",
            status -> {
              JsonObject worker = slot(status, 0);
              return "ready".equals(worker.getString("state"))
                  && !before.get(0).equals(worker.getLong("pid"));
            });
    JsonObject worker = slot(replaced, 0);
    assertThat(worker.getInteger("generation")).isEqualTo(1);
    assertThat(worker.getInteger("restarts")).isEqualTo(1);
    assertThat(worker.getJsonObject("lastExit").getString("signal")).isEqualTo("SIGKILL");
    assertThat(slot(replaced, 1).getLong("pid")).isEqualTo(before.get(1));
    load.awaitMore(50);
    load.close();
    // Each client has one request in flight at the most, and one death cannot meet it twice.
    assertThat(load.failed()).as("failures: %s", load.failures()).isLessThanOrEqualTo(clients);
  }

  @Test
  void waitsLongerAndLongerForAWorkerThatKeepsDyingAndLeavesTheOthersAlone() throws Exception {
    Path crash = folder.resolve("crash");
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--faults", "--backoff", "0s,250ms..1s")
                .with("WORKER_CRASH_FILE", crash.toString()),
            2);
    Map<Integer, Long> before = supervisor.readyPids();
    Load load = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 2)));
    Files.createFile(crash);
    SupervisorProcess.signal(before.get(0), "KILL");
    Path log = folder.resolve("crash.log");
    Patience.await("four tries", () -> Files.exists(log) && Files.readAllLines(log).size() >= 4);

    List<Duration> waits = waitsOfSlot(supervisor, 0, before.get(0));
    Files.delete(crash);

    // 250, 500 and 1000 ms, varied by a fifth; a busy machine adds to them.
    assertThat(waits).hasSizeGreaterThanOrEqualTo(3);
    assertThat(waits.get(0)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    assertThat(waits.get(1)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    assertThat(waits.get(2)).isGreaterThanOrEqualTo(Duration.ofMillis(800));
    supervisor.awaitReady(2);
    assertThat(supervisor.readyPids().get(1)).isEqualTo(before.get(1));
    load.close();
    assertThat(load.failed()).as("failures: %s", load.failures()).isLessThanOrEqualTo(2);
  }

  /**
   * From each death in a slot to the start after it, without that of the first worker: its
   * successor is started when its control channel ends, which may be before its exit is noticed.
   */
  private static List<Duration> waitsOfSlot(SupervisorProcess supervisor, int slot, long first)
      throws AdminException {
    List<Duration> waits = new ArrayList<>();
    Deque<Instant> deaths = new ArrayDeque<>();
    supervisor
        .admin()
        .events(
            false,
            event -> {
              if (!Integer.valueOf(slot).equals(event.getInteger("slot"))) {
                return;
              }
              Instant at = Instant.parse(event.getString("at"));
              if (event.getString("event").equals("exited") && event.getLong("pid") != first) {
                deaths.push(at);
              } else if (event.getString("event").equals("started") && !deaths.isEmpty()) {
                waits.add(Duration.between(deaths.pop(), at));
              }
            });
    return waits;
  }

  @Test
  void answersAndReplacesOthersWhileAWorkerHangsInItsBoot() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--faults")
                .with("WORKER_BOOT_DELAY_MS", Long.toString(BOOT_MILLIS)),
            2);
    Map<Integer, Long> before = supervisor.readyPids();
    SupervisorProcess.signal(before.get(0), "KILL");
    supervisor.awaitStatus(
        "a worker in its boot", status -> "starting".equals(slot(status, 0).getString("state")));

    SupervisorProcess.signal(before.get(1), "KILL");

    List<Long> answerMillis = new ArrayList<>();
    Patience.await(
        "a process in the place of the second",
        () -> {
          long begun = System.nanoTime();
          JsonObject status = supervisor.status();
          answerMillis.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
          JsonObject first = slot(status, 0);
          JsonObject second = slot(status, 1);
          if (second.getLong("pid") == null || second.getLong("pid").equals(before.get(1))) {
            return false;
          }
          // It did not wait for the boot of the first.
          assertThat(first.getString("state")).isEqualTo("starting");
          return true;
        });
    // No answer waited for the boot either.
    assertThat(answerMillis).allSatisfy(millis -> assertThat(millis).isLessThan(BOOT_MILLIS));
    supervisor.awaitReady(2);
  }

  private static JsonObject slot(JsonObject status, int slot) {
    return status.getJsonArray("workers").stream()
        .map(JsonObject.class::cast)
        .filter(worker -> worker.getInteger("slot") == slot)
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }
}
