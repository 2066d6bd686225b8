package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArmProcessesTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ArmProcesses processes = new ArmProcesses();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AtomicInteger cleaned = new AtomicInteger();

  @AfterEach
  void tearDown() {
    processes.close();
  }

  @Test
  void endsAllThatAProgramHasStartedAlsoWhatHasLostItsParent() throws Exception {
    // The middle shell ends at once; the sleep it leaves has init for a parent.
    ArmProcess arm = start("(sleep 300 & echo orphan $!); sleep 301 & echo child $!; wait");
    await().atMost(LIMIT).until(() -> lines.size() == 2);
    List<Long> pids = lines.stream().map(line -> Long.valueOf(line.split(" ")[1])).toList();
    assertThat(arm.processes()).contains(arm.pid()).containsAll(pids);

    arm.stop(Duration.ofSeconds(5));

    assertThat(arm.isAlive()).isFalse();
    assertThat(ProcessTable.read(ArmProcess.PROC).entries())
        .doesNotContainKeys(pids.toArray(Long[]::new));
    assertThat(cleaned).hasValue(1);
    arm.stop(Duration.ofSeconds(5));
    assertThat(cleaned).hasValue(1);
  }

  @Test
  void killsWhatDoesNotEndWhenItIsAsked() throws Exception {
    ArmProcess arm = start("trap '' TERM; echo deaf $$; while :; do sleep 1; done");
    await().atMost(LIMIT).until(() -> lines.size() == 1);

    arm.stop(Duration.ofMillis(100));

    assertThat(arm.isAlive()).isFalse();
    assertThat(arm.processes()).isEmpty();
  }

  @Test
  void tellsTheEndOfWhatAProgramWroteThatFailed() throws Exception {
    ArmProcess arm = start("echo first; echo last >&2; exit 3");
    await().atMost(LIMIT).until(() -> !arm.isAlive());

    ArmException failure = arm.failed(new ArmException("it ended"));

    assertThat(failure.text()).isEqualTo("it ended");
    assertThat(failure.lastLines()).containsExactly("first", "last");
  }

  @Test
  void startsNothingOnceItIsClosed() {
    processes.close();

    assertThatThrownBy(() -> start("echo late"))
        .isInstanceOf(ArmException.class)
        .hasMessageContaining("being ended");
  }

  @Test
  void saysWhatCannotBeStarted() throws Exception {
    ArmProcesses.Program missing =
        new ArmProcesses.Program(
            "missing",
            List.of("/nonexistent/program"),
            Map.of(),
            lines::add,
            cleaned::incrementAndGet);

    // A program that begins a session may be there to say it, or the JDK does.
    try {
      ArmProcess arm = processes.start(missing);
      await().atMost(LIMIT).until(() -> !arm.isAlive());
      assertThat(String.join(" ", arm.lastLines())).contains("/nonexistent/program");
    } catch (ArmException e) {
      assertThat(e.text()).contains("/nonexistent/program");
      assertThat(cleaned).hasValue(1);
    }
  }

  private ArmProcess start(String script) throws ArmException {
    return processes.start(
        new ArmProcesses.Program(
            "script",
            List.of("/bin/sh", "-c", script),
            Map.of(),
            lines::add,
            cleaned::incrementAndGet));
  }
}
