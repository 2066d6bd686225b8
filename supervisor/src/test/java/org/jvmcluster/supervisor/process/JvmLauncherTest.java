package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.ExitStatus;

@Timeout(60)
class JvmLauncherTest {
  @TempDir Path folder;

  private final List<WorkerProcess> started = new ArrayList<>();
  private ByteArrayOutputStream out;
  private LineWriter writer;
  private JvmLauncher launcher;

  @BeforeEach
  void open() {
    out = new ByteArrayOutputStream();
    // However busy this machine is: what reads this stream is not slow.
    writer = new LineWriter(out, Duration.ofSeconds(30));
    launcher = new JvmLauncher(FakeJava.sockets(folder), writer);
  }

  @AfterEach
  void close() throws Exception {
    for (WorkerProcess process : started) {
      process.kill();
      exit(process);
    }
    launcher.close();
    writer.close();
  }

  private WorkerProcess launch(LaunchOrder order) throws Exception {
    WorkerProcess process = launcher.launch(order).toCompletableFuture().get(60, TimeUnit.SECONDS);
    started.add(process);
    return process;
  }

  private WorkerProcess run(String script) throws Exception {
    return launch(FakeJava.order(folder, 0, script));
  }

  private static ExitStatus exit(WorkerProcess process) throws Exception {
    return process.exit().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private List<String> output() {
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void passesEveryArgumentUnchanged() throws Exception {
    String odd = "-Dodd=a b $HOME `id` \"q\" 'q' \\ * \u00fc\u20ac";
    LaunchOrder order =
        FakeJava.order(
            folder,
            0,
            "printf '%s\\n' \"$@\"",
            List.of("-Xmx64m", odd),
            List.of("--name=\u00fc x", ""),
            Map.of());

    exit(launch(order));

    assertThat(output())
        .containsExactly(
            "0/1 | -Xmx64m",
            "0/1 | " + odd,
            "0/1 | -Dorg.jvmcluster.control=" + folder.resolve("control.sock"),
            "0/1 | -Dorg.jvmcluster.descriptors=" + folder.resolve("descriptors.sock"),
            "0/1 | -Dorg.jvmcluster.launch=1",
            "0/1 | -cp",
            "0/1 | " + folder.resolve("application.jar") + ":" + folder.resolve("runtime.jar"),
            "0/1 | org.example.Main",
            "0/1 | --name=\u00fc x",
            "0/1 | ");
  }

  @Test
  void tellsAWorkerItsPlaceAndLeavesTheRestOfTheEnvironment() throws Exception {
    LaunchOrder order =
        FakeJava.order(
            folder, 2, "env; pwd", List.of(), List.of(), Map.of("GREETING", "gr\u00fc\u00df dich"));

    exit(launch(order));

    assertThat(output())
        .contains(
            "2/1 | WORKER_SLOT=2",
            "2/1 | WORKER_GENERATION=1",
            "2/1 | WORKER_COUNT=3",
            "2/1 | HOST=127.0.0.1",
            "2/1 | PORT=3100",
            "2/1 | GREETING=gr\u00fc\u00df dich",
            "2/1 | PATH=" + System.getenv("PATH"),
            "2/1 | " + Path.of("").toAbsolutePath());
  }

  @Test
  void givesAWorkerNoInputToWaitFor() throws Exception {
    assertThat(exit(run("cat; readlink /proc/self/fd/0"))).isEqualTo(new ExitStatus(0));

    assertThat(output()).containsExactly("0/1 | /dev/null");
  }

  @Test
  void tellsHowAWorkerEnded() throws Exception {
    assertThat(exit(run("exit 3"))).isEqualTo(new ExitStatus(3));

    WorkerProcess killed = run("exec sleep 60");
    killed.kill();
    assertThat(exit(killed).signal()).contains("SIGKILL");
    killed.kill(); // Does nothing: the pid may be another's by now.
  }

  @Test
  void announcesAnExitAfterTheLastLines() throws Exception {
    WorkerProcess process =
        run("for i in $(seq 1 2000); do echo line $i; done; printf 'the last words'; exit 1");

    exit(process);

    assertThat(output()).hasSize(2001).endsWith("0/1 | line 2000", "0/1 | the last words");
    assertThat(process.lastLines())
        .hasSize(20)
        .startsWith("line 1982")
        .endsWith("line 2000", "the last words");
  }

  @Test
  void keepsTheOrderOfBothOutputs() throws Exception {
    exit(run("for i in $(seq 1 100); do echo out $i; echo err $i >&2; done"));

    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      expected.addAll(List.of("0/1 | out " + i, "0/1 | err " + i));
    }
    assertThat(output()).isEqualTo(expected);
  }

  @Test
  void announcesAnExitThoughAGrandchildKeepsThePipeOpen() throws Exception {
    Path pidFile = folder.resolve("pid");
    WorkerProcess process = run("sleep 60 & echo $! > '" + pidFile + "'; echo done; exit 4");
    try {
      assertThat(exit(process)).isEqualTo(new ExitStatus(4));

      assertThat(process.lastLines()).containsExactly("done");
    } finally {
      long grandchild = Long.parseLong(Files.readString(pidFile).strip());
      ProcessHandle.of(grandchild).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void neverHoldsAWorkerUpWhenNobodyReadsTheSupervisorsOutput() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    OutputStream blocked =
        new OutputStream() {
          @Override
          public void write(int b) {
            try {
              release.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try (LineWriter stuck = new LineWriter(blocked);
        JvmLauncher other = new JvmLauncher(FakeJava.sockets(folder), stuck)) {
      // 4 MB: far more than the pipe and all that may wait can hold.
      LaunchOrder loud =
          FakeJava.order(folder, 0, "head -c 4000000 /dev/zero | tr '\\0' 'x' | fold -w 1000");
      WorkerProcess process = other.launch(loud).toCompletableFuture().get(60, TimeUnit.SECONDS);
      started.add(process);

      assertThat(exit(process)).isEqualTo(new ExitStatus(0));
    } finally {
      release.countDown();
    }
  }

  @Test
  void leavesNoWorkerToAThreadThatEnds() throws Exception {
    // Asks the kernel for SIGKILL when the thread that started it ends.
    WorkerProcess first = run("exec setpriv --pdeathsig KILL sleep 60");
    WorkerProcess second = launch(FakeJava.order(folder, 1, "exit 0"));

    exit(second);

    assertThat(first.exit().toCompletableFuture()).isNotDone();
    assertThat(ProcessHandle.of(first.pid())).isPresent();
  }

  @Test
  void saysWhatCouldNotBeStarted() throws Exception {
    LaunchOrder order = FakeJava.order(folder, 0, "exit 0");
    Files.delete(order.record().java());

    assertThatThrownBy(() -> launch(order))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(WorkerStartException.class)
        .hasMessageContaining("slot 0 generation 1")
        .hasMessageContaining(order.record().java().toString());
  }

  @Test
  void startsNothingOnceItIsClosed() throws Exception {
    launcher.close();

    assertThatThrownBy(() -> run("exit 0"))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(WorkerStartException.class);
  }

  @Test
  void passesLinesOfThreeLoudWorkersWhole() throws Exception {
    String line = "printf 'line %010000d\\n' $i";
    String loud = "for i in $(seq 1 1000); do " + line + "; done";
    WorkerProcess first = launch(FakeJava.order(folder, 0, loud));
    WorkerProcess second =
        launch(FakeJava.order(folder, 1, loud + "; printf 'no line end'; kill -9 $$"));
    WorkerProcess third = launch(FakeJava.order(folder, 2, loud + "; printf '\\xff\\xfe\\n'"));

    for (WorkerProcess process : List.of(first, second, third)) {
      exit(process);
    }

    List<String> lines = output();
    long dropped = lines.stream().filter(text -> text.contains("dropped")).count();
    assertThat(dropped).as("this stream is read at once").isZero();
    for (int slot = 0; slot < 3; slot++) {
      String whole = slot + "/1 \\| line \\d{10000}";
      assertThat(lines.stream().filter(text -> text.matches(whole))).hasSize(1000);
    }
    assertThat(lines).contains("1/1 | no line end", "2/1 | \ufffd\ufffd").hasSize(3002);
  }
}
