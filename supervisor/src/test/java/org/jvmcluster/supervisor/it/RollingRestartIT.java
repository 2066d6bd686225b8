package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.supervisor.fleet.Outcome;

/** A restart replaces every worker and no client notices. */
class RollingRestartIT {
  /** Short against the drain and the exit of a worker. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @ParameterizedTest(name = "--listen {0} --accept {1}")
  @CsvSource({"reuseport, idle", "shared, idle", "reuseport, own"})
  void losesNoRequestOfFreshAndOfKeptConnections(String listen, String accept) throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(2, "--listen", listen, "--accept", accept), 2);
    Load fresh = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 4)));
    Load kept = supervisors.own(Load.start(Load.Plan.keepAlive(supervisor.port(), 4)));

    Outcome outcome = supervisor.admin().restart(step -> {});

    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    fresh.awaitMore(50);
    kept.awaitMore(50);
    fresh.assertNothingLost();
    kept.assertNothingLost();
    assertThat(supervisor.workers())
        .extracting(worker -> worker.getInteger("generation"))
        .containsExactly(2, 2);
  }

  @Test
  void losesNothingWhileManyConnectionsComeAtOnce() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(3), 3);
    Load heavy =
        supervisors.own(
            Load.start(Load.Plan.fresh(supervisor.port(), 12).every(Duration.ofMillis(1))));

    for (int i = 0; i < 2; i++) {
      assertThat(supervisor.admin().restart(step -> {})).isInstanceOf(Outcome.Done.class);
    }

    heavy.assertNothingLost();
    assertThat(heavy.requests()).isGreaterThan(1_000);
  }

  @Test
  void neverLeavesThePortOfASingleWorkerWithoutAListener() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    int port = supervisor.port();
    Load fresh = supervisors.own(Load.start(Load.Plan.fresh(port, 4)));
    Load kept = supervisors.own(Load.start(Load.Plan.keepAlive(port, 2)));
    AtomicBoolean unserved = new AtomicBoolean();
    AtomicBoolean restarted = new AtomicBoolean();
    CompletableFuture<Void> watch =
        CompletableFuture.runAsync(
            () -> {
              while (!restarted.get()) {
                if (MachineView.listeners(port) == 0 || readyWorkers(supervisor) == 0) {
                  unserved.set(true);
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
              }
            });

    Outcome outcome = supervisor.admin().restart(step -> {});
    restarted.set(true);
    watch.join();

    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    assertThat(unserved).as("a moment without a listener or a ready worker").isFalse();
    fresh.awaitMore(20);
    fresh.assertNothingLost();
    kept.assertNothingLost();
  }

  private static int readyWorkers(SupervisorProcess supervisor) {
    try {
      return (int)
          supervisor.workers().stream()
              // One that is blocked for a moment, as a busy machine does it, serves all the same.
              .filter(worker -> List.of("ready", "blocked").contains(worker.getString("state")))
              .count();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void closesNoConnectionUnderTheHandsOfClientsThatPost() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(2), 2);
    Load posting =
        supervisors.own(
            Load.start(
                Load.Plan.keepAlive(supervisor.port(), 20).posting().every(Duration.ofMillis(20))));

    for (int i = 0; i < 2; i++) {
      assertThat(supervisor.admin().restart(step -> {})).isInstanceOf(Outcome.Done.class);
    }

    posting.awaitMore(100);
    posting.assertNothingLost();
  }

  @Test
  void leavesEveryWorkerWithConnectionsOfClientsThatKeepThem() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(3), 3);
    Load kept =
        supervisors.own(
            Load.start(Load.Plan.keepAlive(supervisor.port(), 30).every(Duration.ofMillis(30))));

    assertThat(supervisor.admin().restart(step -> {})).isInstanceOf(Outcome.Done.class);

    supervisor.awaitStatus(
        "connections on every worker",
        status ->
            status.getJsonArray("workers").stream()
                .map(worker -> ((JsonObject) worker).getInteger("connections"))
                .allMatch(connections -> connections != null && connections > 0));
    kept.assertNothingLost();
  }

  @Test
  void refusesASecondRestartAndEndsWithOneGeneration() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--faults").with("WORKER_BOOT_DELAY_MS", "1500"), 2);
    CompletableFuture<Outcome> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return supervisor.admin().restart(step -> {});
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    supervisor.awaitStatus(
        "a running restart",
        status -> "running".equals(status.getJsonObject("restart").getString("state")));

    SupervisorProcess second =
        supervisors.start(
            SupervisorCommand.of("restart", "--port", Integer.toString(supervisor.port())));

    assertThat(second.exitCode()).isEqualTo(75);
    assertThat(first.join()).isInstanceOf(Outcome.Done.class);
    assertThat(supervisor.workers())
        .extracting(worker -> worker.getInteger("generation"))
        .isEqualTo(List.of(2, 2));
    assertThat(MachineView.childrenOf(supervisor.pid()))
        .extracting(ProcessHandle::pid)
        .containsExactlyInAnyOrderElementsOf(supervisor.readyPids().values());
  }
}
