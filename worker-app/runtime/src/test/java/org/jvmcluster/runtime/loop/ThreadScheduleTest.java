package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadScheduleTest {
  @Test
  void understandsWhatTheKernelWrites() {
    assertThat(ThreadSchedule.parse("2048156 391020 37\n"))
        .contains(new ThreadSchedule.Times(2_048_156, 391_020));
  }

  @Test
  void knowsNothingFromAnotherFormat() {
    assertThat(ThreadSchedule.parse("")).isEmpty();
    assertThat(ThreadSchedule.parse("12\n")).isEmpty();
    assertThat(ThreadSchedule.parse("a b c\n")).isEmpty();
  }

  @Test
  void countsTheTimeOfTheThreadThatAsked() {
    ThreadSchedule schedule = ThreadSchedule.ofThisThread().orElseThrow();
    long before = schedule.read().orElseThrow().cpuNanos();

    await()
        .pollInSameThread()
        .until(
            () -> {
              long begin = System.nanoTime();
              while (System.nanoTime() - begin < 1_000_000) {
                Thread.onSpinWait();
              }
              return schedule.read().orElseThrow().cpuNanos() - before > 5_000_000;
            });
  }

  @Test
  void hasNoTimesOfAThreadThatHasEnded() throws Exception {
    ThreadSchedule[] schedule = new ThreadSchedule[1];
    Thread thread = new Thread(() -> schedule[0] = ThreadSchedule.ofThisThread().orElseThrow());
    thread.start();
    thread.join(60_000);

    await().until(() -> schedule[0].read().equals(Optional.empty()));
  }
}
