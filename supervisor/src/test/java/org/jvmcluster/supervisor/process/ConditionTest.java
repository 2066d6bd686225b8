package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionTest {
  private static final Duration SPAN = Duration.ofSeconds(1);
  private static final long HALF = SPAN.toNanos() / 2;
  private static final ThreadLook BEGIN = new ThreadLook(9, 0, 1, 1000, 2000);

  @TempDir Path root;

  @Test
  void isWantOfCpuWhenItsThreadsWaitedLongerThanTheyRan() {
    assertThat(after(1, HALF - 1, HALF).isStarved()).isTrue();
    assertThat(after(1, HALF, HALF).isStarved()).isFalse();
    assertThat(after(0, 0, HALF).isStarved()).isTrue();
    assertThat(after(0, 0, HALF - 1).isStarved()).as("too little to matter").isFalse();
  }

  @Test
  void isWantOfCpuWhenSomeThreadCouldRunAllTheTimeAndNoneDid() {
    long tenth = SPAN.toNanos() / 10;

    assertThat(after(1, tenth - 1, 0).isStarved()).isTrue();
    assertThat(after(1, tenth, 0).isStarved()).isFalse();
    assertThat(after(0, tenth - 1, 0).isStarved()).isFalse();
  }

  private static Condition after(int runnable, long cpu, long waited) {
    ThreadLook end =
        new ThreadLook(9, 0, runnable, BEGIN.cpuNanos() + cpu, BEGIN.runQueueNanos() + waited);
    return Condition.of(List.of(BEGIN, end), SPAN);
  }

  @Test
  void isNoWantOfCpuWhenTheProcessIsStoppedOrGone() {
    ThreadLook stopped = new ThreadLook(9, 9, 0, 1000, 2000 + SPAN.toNanos());
    ThreadLook gone = new ThreadLook(0, 0, 0, 0, 0);

    assertThat(Condition.of(List.of(BEGIN, stopped), SPAN))
        .isEqualTo(new Condition(false, "its process is stopped (state T)"));
    assertThat(Condition.of(List.of(BEGIN, gone), SPAN))
        .isEqualTo(new Condition(false, "its process is gone"));
  }

  @Test
  void saysWithTheFiguresWhyItIsNot() {
    assertThat(after(0, 120_000_000, 30_000_000))
        .isEqualTo(
            new Condition(
                false,
                "it does not want for CPU: its threads had 0.12 s of CPU in 1.00 s and waited 0.03"
                    + " s for a core"));
  }

  @Test
  void addsUpTheThreadsOfAProcess() {
    new FakeMachine(root)
        .file("proc/42/task/42/stat", "42 (java) S 1 1\n")
        .file("proc/42/task/42/schedstat", "100 10 3\n")
        .file("proc/42/task/43/stat", "43 (a) R (b) R 1 1\n")
        .file("proc/42/task/43/schedstat", "200 20 4\n")
        .file("proc/42/task/44/stat", "44 (c) T 1 1\n");

    assertThat(ThreadLook.at(root.resolve("proc"), 42)).isEqualTo(new ThreadLook(3, 1, 1, 300, 30));
    assertThat(ThreadLook.at(root.resolve("proc"), 41).threads()).isZero();
  }

  @Test
  void tellsAStoppedProcessFromOneThatSleepsAndFromOneThatIsGone() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    try (ProcessExaminer examiner = new ProcessExaminer()) {
      // Until then it is another program, which works to become this one.
      Path stat = Path.of("/proc/" + sleeper.pid() + "/stat");
      await().until(() -> Files.readString(stat).contains("(sleep) S "));
      Condition asleep = examiner.examine(sleeper.pid()).get(20, SECONDS);
      assertThat(asleep.isStarved()).isFalse();
      assertThat(asleep.finding()).startsWith("it does not want for CPU: its threads had 0.00 s");

      signal("STOP", sleeper.pid());
      await().until(() -> examiner.glance(sleeper.pid()).finding().contains("stopped"));
      assertThat(examiner.examine(sleeper.pid()).get(20, SECONDS))
          .isEqualTo(new Condition(false, "its process is stopped (state T)"));

      sleeper.destroyForcibly().waitFor();
      assertThat(examiner.examine(sleeper.pid()).get(20, SECONDS).finding())
          .isEqualTo("its process is gone");
    } finally {
      sleeper.destroyForcibly();
    }
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    String said = new String(kill.getErrorStream().readAllBytes(), UTF_8);
    assertThat(kill.waitFor()).as(said).isZero();
  }
}
