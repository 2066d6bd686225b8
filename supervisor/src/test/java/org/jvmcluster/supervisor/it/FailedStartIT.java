package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What happens when workers of a new generation, or all workers, do not come up. */
class FailedStartIT {
  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  @Test
  void keepsTheOldWorkersWhenTheNewOneIsNotReadyInTime() throws Exception {
    Path file = folder.resolve("supervisor.yaml");
    Files.writeString(file, "ready-timeout: 2m\n");
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--config", file.toString(), "--faults")
                .with("WORKER_BOOT_DELAY_MS", "2500"),
            2);
    Files.writeString(file, "ready-timeout: 2s\n");

    assertThatARestartFailsWithoutALoss(supervisor, "not ready within 2.0 s");
  }

  @Test
  void keepsTheOldWorkersWhenTheNewOneCrashesAtBoot() throws Exception {
    Path crash = folder.resolve("crash");
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(2, "--faults").with("WORKER_CRASH_FILE", crash.toString()), 2);
    Files.createFile(crash);

    assertThatARestartFailsWithoutALoss(supervisor, "exited with code 1");

    assertThat(Files.readAllLines(folder.resolve("crash.log")))
        .as("tries with the new generation")
        .hasSizeBetween(1, 3);
  }

  @Test
  void showsWhatTheNewWorkerSaidLastWhenItCannotStart() throws Exception {
    Path file = folder.resolve("supervisor.yaml");
    Files.writeString(file, "ready-timeout: 2m\n");
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--config", file.toString()), 1);
    Files.writeString(file, "ready-timeout: 2m\njvm-opt: [-XX:+NoSuchOption]\n");

    assertThatARestartFailsWithoutALoss(supervisor, "Unrecognized VM option 'NoSuchOption'");
  }

  /** Under load; the old workers are the same processes afterwards. */
  private void assertThatARestartFailsWithoutALoss(SupervisorProcess supervisor, String reason)
      throws Exception {
    Load load = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 3)));
    Map<Integer, Long> before = supervisor.readyPids();

    SupervisorProcess restart =
        supervisors.start(
            SupervisorCommand.of("restart", "--port", Integer.toString(supervisor.port())));

    assertThat(restart.exitCode()).isEqualTo(70);
    assertThat(restart.output().untilTheEnd())
        .as("what the restart printed")
        .anyMatch(line -> line.contains(reason));
    load.awaitMore(20);
    load.assertNothingLost();
    assertThat(supervisor.readyPids()).isEqualTo(before);
    JsonObject status = supervisor.status();
    assertThat(status.getJsonObject("restart").getString("state")).isEqualTo("aborted");
    assertThat(MachineView.childrenOf(supervisor.pid())).hasSameSizeAs(before.keySet());
  }

  @Test
  void endsWithTheLastWordsOfItsWorkersWhenAllDieAtTheFirstStart() throws Exception {
    SupervisorProcess supervisor =
        supervisors.start(SupervisorCommand.run(2, "--jvm-opt", "-XX:+NoSuchOption"));
    int port = supervisor.port();

    assertThat(supervisor.exitCode()).isEqualTo(1);

    assertThat(supervisor.output().untilTheEnd())
        .anyMatch(line -> line.contains("no worker ever became ready"))
        .anyMatch(line -> line.contains("the last lines it wrote"))
        .anyMatch(line -> line.contains("Unrecognized VM option 'NoSuchOption'"));
    SupervisorProcess.assertNothingLeft(port);
  }
}
