package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which figure shows what stopped a real JVM. */
class PausesProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Process program;
  private BufferedReader answers;
  private Writer questions;

  @AfterEach
  void stop() throws Exception {
    if (program != null) {
      program.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  private record Figures(long stops, long longestStop, long collections, long longestCollection) {}

  private void launch(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                PauseProgram.class.getName()));
    command.addAll(List.of(arguments));
    program = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    answers = program.inputReader();
    questions = program.outputWriter();
  }

  private Figures ask() throws IOException {
    questions.write('?');
    questions.flush();
    long[] figures =
        Arrays.stream(answers.readLine().split(" ")).mapToLong(Long::parseLong).toArray();
    return new Figures(figures[0], figures[1], figures[2], figures[3]);
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(program.pid())).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  @Test
  void aStopOfThreeSecondsIsOneStopAndNoCollection() throws Exception {
    launch();
    Figures before = ask();

    long begin = System.nanoTime();
    signal("STOP");
    long stopped = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .until(() -> System.nanoTime() - stopped >= Duration.ofSeconds(3).toNanos());
    signal("CONT");
    await().atMost(PATIENCE).until(() -> ask().longestStop() >= 2_900);
    Figures after = ask();
    long wholeMillis = (System.nanoTime() - begin) / 1_000_000;

    assertThat(after.stops()).isGreaterThan(before.stops());
    // A histogram rounds by a hundredth; the sleep that was stopped may have begun before.
    assertThat(after.longestStop()).isLessThan(wholeMillis + wholeMillis / 100 + 100);
    assertThat(after.longestCollection()).isLessThan(2_000);
  }

  @Test
  void collectionsAreCollectionsAndTheirPausesAreNoStops() throws Exception {
    launch("garbage");

    await().atMost(PATIENCE).until(() -> ask().collections() >= 20);

    // On a busy machine the process may wait for a core for once.
    assertThat(ask().stops()).isLessThan(ask().collections() / 2);
  }
}
