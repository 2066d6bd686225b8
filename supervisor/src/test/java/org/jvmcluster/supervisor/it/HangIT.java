package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.control.AdminException;

/** Workers that live but do not work, and workers that are merely busy. */
class HangIT {
  private static final Pattern DUMP = Pattern.compile("dump saved as (\\S+\\.txt)");

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void dumpsKillsAndReplacesAWorkerWhoseLoopHangsWhileTheOthersServe() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startWarm(SupervisorCommand.run(2, "--faults", "--hang-timeout", "6s"), 2);
    Map<Integer, Long> before = supervisor.readyPids();
    HttpExchange hanging =
        supervisors.own(new HttpExchange(supervisor.port(), Duration.ofMinutes(1)));
    // A connection stays with its worker.
    int slot = hanging.ask("GET", "/fast").slot();
    hanging.send("GET", "/hang");
    Path socket = supervisor.directory().resolve("admin.sock");
    Patience.await(
        "a worker that is not ready beside one that is",
        () -> isTheOnlyUnready(socket, slot, before));
    Load load = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 4)));
    assertThat(AdminRequest.status(socket, "/workers/" + slot + "/health/live")).isEqualTo(200);

    awaitReplacement(supervisor, slot, before);

    load.awaitMore(100);
    load.assertNothingLost();
    JsonObject hang = awaitHang(supervisor);
    assertThat(hang.getInteger("slot")).isEqualTo(slot);
    assertThat(hang.getLong("pid")).isEqualTo(before.get(slot));
    assertThat(hang.getString("text"))
        .contains("its event loops have been blocked for", "connection")
        .containsPattern("thread vert\\.x-eventloop-thread-\\d+ at .*called by org\\.jvmcluster");
    supervisor.awaitOutput("pid " + before.get(slot) + " hangs: ");
    Matcher saved = DUMP.matcher(hang.getString("text"));
    assertThat(saved.find()).as(hang.getString("text")).isTrue();
    assertThat(Files.readString(Path.of(saved.group(1))))
        .contains("slot " + slot + " generation 1 pid " + before.get(slot))
        .contains("(event loop, at work)");
    assertThat(lastExit(supervisor, slot).getString("reason")).isEqualTo("hang");
    int other = 1 - slot;
    assertThat(supervisor.readyPids().get(other)).isEqualTo(before.get(other));
  }

  /** On a busy machine the other may be late as well for a moment. */
  private static boolean isTheOnlyUnready(Path socket, int slot, Map<Integer, Long> fleet)
      throws Exception {
    return fleet.size() == 2
        && unready(socket, List.of(slot)).isPresent()
        && unready(socket, List.of(1 - slot)).isEmpty()
        && AdminRequest.status(socket, "/health/ready") == 200;
  }

  private static Optional<Integer> unready(Path socket, Iterable<Integer> slots) throws Exception {
    for (int slot : slots) {
      if (AdminRequest.status(socket, "/workers/" + slot + "/health/ready") == 503) {
        return Optional.of(slot);
      }
    }
    return Optional.empty();
  }

  @Test
  void killsAndReplacesAStoppedProcessAndThenLosesNothing() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(3, "--hang-timeout", "3s"), 3);
    Map<Integer, Long> before = supervisor.readyPids();
    Load meanwhile =
        supervisors.own(
            Load.start(Load.Plan.fresh(supervisor.port(), 2).every(Duration.ofMillis(40))));

    SupervisorProcess.signal(before.get(1), "STOP");
    assertThatThrownBy(() -> supervisor.admin().dump(new Slot(1)))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("pid " + before.get(1) + " did not answer within 2 s")
        .hasMessageContaining("stopped (state T)");
    awaitReplacement(supervisor, 1, before);

    meanwhile.close();
    // Each client has one request at a time, and one process was stopped.
    assertThat(meanwhile.failed()).as("failures: %s", meanwhile.failures()).isLessThanOrEqualTo(2);
    assertThat(awaitHang(supervisor).getString("text"))
        .contains("sent no report for ", "its process is stopped", "dump tried, no answer");
    assertThat(lastExit(supervisor, 1).getString("reason")).isEqualTo("hang");
    Load after = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 4)));
    after.awaitMore(300);
    after.assertNothingLost();
  }

  @Test
  void leavesAWorkerAloneThatIsBlockedForSeconds() throws Exception {
    SupervisorProcess supervisor = supervisors.startWarm(SupervisorCommand.run(2), 2);
    Map<Integer, Long> before = supervisor.readyPids();
    Path socket = supervisor.directory().resolve("admin.sock");
    HttpExchange blocking =
        supervisors.own(new HttpExchange(supervisor.port(), Duration.ofMinutes(1)));

    int slot = blocking.ask("GET", "/fast").slot();
    blocking.send("GET", "/block?ms=5000");
    Patience.await("its not being ready", () -> unready(socket, List.of(slot)).isPresent());
    String threads = supervisor.admin().dump(new Slot(slot));
    HttpExchange.Answer answer = blocking.answer();

    assertThat(threads).contains("(event loop, at work)");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.slot()).isEqualTo(slot);
    Patience.await("both are ready", () -> unready(socket, before.keySet()).isEmpty());
    assertThat(supervisor.readyPids()).isEqualTo(before);
    assertThat(events(supervisor, "hang")).isEmpty();
    Patience.await(
        "its loop in the poller",
        () ->
            supervisor.admin().dump(new Slot(slot)).contains("(event loop, waits in its poller)"));
  }

  @Test
  void leavesWorkersAloneThatWaitForCpu() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(2, "--hang-timeout", "3s"), 2);
    Map<Integer, Long> before = supervisor.readyPids();
    int burners = 3 * Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < burners; i++) {
      supervisors.own(new Burner());
    }
    // Half of the limit in CPU, but with a third of a core at best it takes longer than that.
    Load load =
        supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 2).to("/cpu?ms=1500")));
    long begun = System.nanoTime();

    Patience.await(
        "ten seconds under load, and a block that is longer than the limit",
        () ->
            System.nanoTime() - begun > Duration.ofSeconds(10).toNanos()
                && !events(supervisor, "starved").isEmpty());

    load.close();
    // On a machine that is busy with other things too, an answer may take longer than a client
    // waits.
    assertThat(load.failures().keySet()).isSubsetOf("timeout");
    assertThat(events(supervisor, "hang")).isEmpty();
    assertThat(events(supervisor, "killed")).isEmpty();
    assertThat(events(supervisor, "starved").get(0).getString("text"))
        .contains("is not killed: its event loops have been blocked for ", "waits for CPU");
    supervisor.awaitReady(2);
    assertThat(supervisor.readyPids()).isEqualTo(before);
  }

  /** A process that takes all the CPU it gets, for a minute at the most. */
  private static final class Burner implements AutoCloseable {
    private final Process process;

    Burner() throws IOException {
      process = new ProcessBuilder("timeout", "60", "sh", "-c", "while :; do :; done").start();
    }

    @Override
    public void close() {
      // TERM, which it hands on to the loop it runs.
      process.destroy();
      Process unused = process.onExit().join();
    }
  }

  private static void awaitReplacement(
      SupervisorProcess supervisor, int slot, Map<Integer, Long> before) {
    supervisor.awaitStatus(
        "a ready replacement in slot " + slot,
        status ->
            status.getJsonArray("workers").stream()
                .map(JsonObject.class::cast)
                .anyMatch(
                    worker ->
                        worker.getInteger("slot") == slot
                            && "ready".equals(worker.getString("state"))
                            && !before.get(slot).equals(worker.getLong("pid"))));
  }

  /** Its successor may be ready before a worker that hangs is found not to answer. */
  private static JsonObject awaitHang(SupervisorProcess supervisor) {
    List<JsonObject> hangs =
        Patience.awaiting("the hang in the events")
            .until(() -> events(supervisor, "hang"), found -> !found.isEmpty());
    assertThat(hangs).hasSize(1);
    return hangs.get(0);
  }

  private static JsonObject lastExit(SupervisorProcess supervisor, int slot) throws AdminException {
    List<JsonObject> exits = new ArrayList<>();
    supervisor.awaitStatus(
        "the last exit of slot " + slot,
        status -> {
          status.getJsonArray("workers").stream()
              .map(JsonObject.class::cast)
              .filter(worker -> worker.getInteger("slot") == slot)
              .map(worker -> worker.getJsonObject("lastExit"))
              .filter(exit -> exit != null)
              .forEach(exits::add);
          return !exits.isEmpty();
        });
    return exits.get(exits.size() - 1);
  }

  private static List<JsonObject> events(SupervisorProcess supervisor, String kind)
      throws AdminException {
    List<JsonObject> found = new ArrayList<>();
    supervisor
        .admin()
        .events(
            false,
            event -> {
              if (kind.equals(event.getString("event"))) {
                found.add(event);
              }
            });
    return found;
  }
}
