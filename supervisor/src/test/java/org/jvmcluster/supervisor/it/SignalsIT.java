package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What signals do to a supervisor. */
class SignalsIT {
  private static final int HUP = 1;
  private static final int INT = 2;

  /** Ended by a signal before the program had taken it over. */
  private static final int ENDED_BY_TERM = 128 + 15;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  /** How far a start has come. */
  enum Moment {
    THE_PROCESS_EXISTS {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return supervisor.isAlive();
      }
    },
    THE_JVM_HAS_THREADS {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        String[] tasks = Path.of("/proc", Long.toString(supervisor.pid()), "task").toFile().list();
        return tasks != null && tasks.length > 5;
      }
    },
    ITS_DIRECTORY_IS_THERE {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return Files.exists(SupervisorProcess.directory(port).resolve("lock"));
      }
    },
    IT_LISTENS {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return MachineView.listeners(port) > 0;
      }
    },
    ITS_FILES_ARE_BEING_COPIED {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return Files.exists(SupervisorProcess.directory(port).resolve("generations"));
      }
    },
    IT_CAN_BE_ASKED {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return Files.exists(SupervisorProcess.directory(port).resolve("admin.sock"));
      }
    },
    A_WORKER_PROCESS_EXISTS {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return !MachineView.childrenOf(supervisor.pid()).isEmpty();
      }
    },
    ALL_WORKER_PROCESSES_EXIST {
      @Override
      boolean hasCome(SupervisorProcess supervisor, int port) {
        return MachineView.childrenOf(supervisor.pid()).size() == WORKERS;
      }
    };

    private static final int WORKERS = 2;

    abstract boolean hasCome(SupervisorProcess supervisor, int port);
  }

  @ParameterizedTest
  @EnumSource
  void endsAndLeavesNothingWhenTermComesDuringTheStart(Moment moment) throws Exception {
    int port = MachineView.freePort();
    // If anything waited for a boot or a drain, it would wait longer than the test does.
    SupervisorProcess supervisor =
        supervisors.start(
            SupervisorCommand.runOn(port, Moment.WORKERS, "--drain-timeout", "10m", "--faults")
                .with("WORKER_BOOT_DELAY_MS", "300000"));
    Patience.await(moment.name(), () -> moment.hasCome(supervisor, port));

    supervisor.signal("TERM");

    assertThat(supervisor.exitCode()).isIn(0, ENDED_BY_TERM);
    SupervisorProcess.assertNothingLeft(port);
  }

  @Test
  void endsAtOnceOnTheSecondInterrupt() throws Exception {
    assumeFalse(MachineView.ignoresSignal(INT), "INT is ignored here, as in the background");
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--drain-timeout", "10m"), 1);
    HttpExchange held = supervisors.own(new HttpExchange(supervisor.port(), Patience.LIMIT));
    held.send("GET", "/wait?ms=60000");
    supervisor.awaitStatus(
        "a request in flight",
        status -> Integer.valueOf(1).equals(worker(status).getInteger("inFlight")));
    supervisor.signal("INT");
    supervisor.awaitStatus(
        "a worker that drains", status -> "draining".equals(worker(status).getString("state")));

    supervisor.signal("INT");

    assertThat(supervisor.exitCode()).isEqualTo(1);
    supervisor.assertNothingLeft();
  }

  @Test
  void changesNothingOnHupWithABrokenConfigurationAndAppliesAGoodOne() throws Exception {
    assumeFalse(MachineView.ignoresSignal(HUP), "HUP is ignored here, as under nohup");
    Path file = folder.resolve("supervisor.yaml");
    Files.writeString(file, "ready-timeout: 2m\n");
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--config", file.toString()), 1);
    Map<Integer, Long> before = supervisor.readyPids();
    Files.writeString(file, "ready-timeout: 2m\nmax-inflight: 7\n");

    supervisor.signal("HUP");

    supervisor.awaitOutput("nothing was changed");
    assertThat(supervisor.output().lines())
        .anyMatch(line -> line.contains(file.toString()) && line.contains("max-in-flight"));
    assertThat(supervisor.readyPids()).isEqualTo(before);

    Files.writeString(file, "ready-timeout: 2m\nmax-in-flight: 7\n");
    supervisor.signal("HUP");

    supervisor.awaitStatus(
        "a completed restart",
        status -> "completed".equals(status.getJsonObject("restart").getString("state")));
    assertThat(supervisor.workers())
        .extracting(worker -> worker.getInteger("generation"))
        .containsExactly(2);
    assertThat(supervisor.configured("max-in-flight")).isEqualTo("7");
  }

  @Test
  void hasOneWorkerMoreAfterTtinAndOneFewerAfterTtouWithoutALoss() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    Load fresh = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 3)));
    Load kept = supervisors.own(Load.start(Load.Plan.keepAlive(supervisor.port(), 3)));

    supervisor.signal("TTIN");
    supervisor.awaitReady(2);
    supervisor.signal("TTOU");
    supervisor.awaitReady(1);

    fresh.awaitMore(20);
    fresh.assertNothingLost();
    kept.assertNothingLost();
    supervisor.signal("TTOU");
    supervisor.awaitOutput("the last worker stays");
    assertThat(supervisor.readyPids()).hasSize(1);
  }

  @Test
  void scalesUpAndDownWithoutALoss() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    Load load =
        supervisors.own(
            Load.start(Load.Plan.fresh(supervisor.port(), 6).every(Duration.ofMillis(2))));
    String port = Integer.toString(supervisor.port());

    SupervisorProcess up = supervisors.start(SupervisorCommand.of("scale", "3", "--port", port));
    assertThat(up.exitCode()).isZero();
    assertThat(supervisor.readyPids()).hasSize(3);
    SupervisorProcess down = supervisors.start(SupervisorCommand.of("scale", "1", "--port", port));
    assertThat(down.exitCode()).isZero();

    assertThat(supervisor.readyPids()).hasSize(1);
    load.awaitMore(100);
    load.assertNothingLost();
  }

  private static JsonObject worker(JsonObject status) {
    return status.getJsonArray("workers").getJsonObject(0);
  }
}
