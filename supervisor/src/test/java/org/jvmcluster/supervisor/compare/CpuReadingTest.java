package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuReadingTest {
  private FakeProc proc;

  @BeforeEach
  void setUp(@TempDir Path folder) {
    proc = new FakeProc(folder);
  }

  @Test
  void addsTheNanosecondsOfAllThreads() throws IOException {
    process(10, 5);
    proc.thread(10, 10, 1_000_000);
    proc.thread(10, 11, 2_000_000);
    CpuReading before = read(10);

    process(10, 6);
    proc.thread(10, 10, 1_500_000);
    proc.thread(10, 11, 2_000_001);
    proc.thread(10, 12, 40);

    assertThat(read(10).since(before)).isEqualTo(Duration.ofNanos(500_041));
  }

  @Test
  void asksTheTicksForThreadsThatHaveEnded() throws IOException {
    process(10, 5);
    proc.thread(10, 10, 1_000_000);
    proc.thread(10, 11, 2_000_000);
    CpuReading before = read(10);

    process(10, 25);
    proc.thread(10, 10, 1_500_000);
    proc.threadEnds(10, 11);

    // 20 ticks in user mode and 20 in the kernel, of 10 ms.
    assertThat(read(10).since(before)).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void asksTheTicksWhereNanosecondsAreNotCounted() throws IOException {
    process(10, 5);
    CpuReading before = read(10);

    process(10, 8);

    assertThat(read(10).since(before)).isEqualTo(Duration.ofMillis(60));
  }

  @Test
  void countsANewProcessWholeAndAnEndedOneNot() throws IOException {
    process(10, 5);
    proc.thread(10, 10, 1_000_000);
    CpuReading before = CpuReading.of(proc.root(), List.of(10L));

    process(20, 1);
    proc.thread(20, 20, 3_000_000);

    assertThat(CpuReading.of(proc.root(), List.of(20L)).since(before))
        .isEqualTo(Duration.ofMillis(3));
  }

  @Test
  void knowsNothingOfAProcessThatIsNotThere() {
    assertThat(CpuReading.of(proc.root(), List.of(4711L)).processes()).isEmpty();
  }

  private void process(long pid, long ticks) throws IOException {
    proc.process(pid, "java", "S", 1, 1, ticks);
  }

  private CpuReading read(long pid) {
    return CpuReading.of(proc.root(), List.of(pid));
  }
}
