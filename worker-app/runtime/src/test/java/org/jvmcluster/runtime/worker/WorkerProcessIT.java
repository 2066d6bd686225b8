package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Hello;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;

/** How a worker JVM ends, with real processes. */
class WorkerProcessIT {
  /** For a loaded machine; nothing here takes longer than the halt, 5 s after the drain limit. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration DRAIN_LIMIT = Duration.ofMillis(300);

  @TempDir Path directory;
  private FakeSupervisor supervisor;
  private Process worker;
  private Path output;

  @BeforeEach
  void start() throws IOException {
    supervisor = new FakeSupervisor(directory.resolve("control.sock"));
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, DRAIN_LIMIT));
    output = directory.resolve("worker.out");
  }

  @AfterEach
  void stop() throws Exception {
    if (worker != null) {
      worker.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    supervisor.close();
  }

  @Test
  void exitsInOrderWhenItIsToldToDrain() throws Exception {
    launchUntilReady();

    supervisor.say(new Drain(Duration.ofSeconds(20)));

    assertThat(exitCode()).isZero();
    assertThat(supervisor.await(Drained.class).cut()).isZero();
    assertThat(Files.readString(output))
        .contains(
            "joined as 1/2/" + worker.pid(), "drain hook ran", "closing", "shutdown hook ran");
  }

  @Test
  void exitsInOrderOnTerm() throws Exception {
    launchUntilReady();

    signal("TERM");

    assertThat(exitCode()).isZero();
    assertThat(supervisor.await(Drained.class).cutRequests()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP"})
  void leavesTheSignalsOfATerminalToItsSupervisor(String signal) throws Exception {
    launchUntilReady();

    signal(signal);
    supervisor.say(new Drain(Duration.ofSeconds(20)));

    assertThat(exitCode()).isZero();
    supervisor.await(Drained.class);
  }

  @ParameterizedTest
  @CsvSource({"none, 0", "drain-hangs, 1", "hook-hangs, 0"})
  void doesNotOutliveItsSupervisor(String fault, int code) throws Exception {
    launchUntilReady(fault);

    supervisor.hangUp();

    assertThat(exitCode()).isEqualTo(code);
    assertThat(Files.readString(output)).contains("the supervisor closed the control channel");
  }

  @Test
  void doesNotOutliveItsSupervisorWhileItBoots() throws Exception {
    launch("boot-hangs");
    supervisor.await(Hello.class);

    supervisor.hangUp();

    exitCode();
  }

  @Test
  void saysThatADrainHangsAndExitsAllTheSame() throws Exception {
    launchUntilReady("drain-hangs", "close-hangs");

    supervisor.say(new Drain(DRAIN_LIMIT));

    assertThat(supervisor.await(Failed.class).reason()).contains("after the drain limit");
    exitCode();
  }

  @Test
  void endsByItselfWhenItsApplicationDoes() throws Exception {
    launch("main-ends");

    assertThat(exitCode()).isZero();
    assertThat(Files.readString(output)).contains("shutdown hook ran").doesNotContain("closing");
  }

  @Test
  void exitsWithOneLineWhenItIsRefused() throws Exception {
    supervisor.greetWith(new Refused("launch 9 is not expected"));
    launch();

    assertThat(exitCode()).isEqualTo(1);
    assertThat(Files.readAllLines(output))
        .filteredOn(line -> line.startsWith("supervisor runtime: "))
        .singleElement()
        .asString()
        .contains("1/2/" + worker.pid(), "launch 9 is not expected");
  }

  private void launchUntilReady(String... faults) throws Exception {
    launch(faults);
    supervisor.say(new Sockets(List.of(new SocketLabel(3100, new Slot(1)))));
    supervisor.await(Ready.class);
  }

  private void launch(String... faults) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-D" + Protocol.CONTROL_SOCKET_PROPERTY + "=" + supervisor.socket(),
                "-D" + Protocol.LAUNCH_PROPERTY + "=9",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProgram.class.getName()));
    command.addAll(List.of(faults));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("WORKER_SLOT", "1");
    builder.environment().put("WORKER_GENERATION", "2");
    worker = builder.start();
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(worker.pid())).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private int exitCode() throws Exception {
    assertThat(worker.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "the worker should have exited; it wrote:\n" + written())
        .isTrue();
    return worker.exitValue();
  }

  private String written() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return "nothing readable: " + e;
    }
  }
}
