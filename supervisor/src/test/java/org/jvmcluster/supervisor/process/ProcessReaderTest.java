package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessReaderTest {
  @TempDir Path root;

  @Test
  void areReadFromProc() {
    new FakeMachine(root)
        .file("proc/42/status", "Name:\tjava\nVmRSS:\t    2048 kB\n")
        .file("proc/42/smaps_rollup", "5585-7ffd ---p 00000000 00:00 0 [rollup]\nPss:  1024 kB\n")
        .file("proc/42/stat", "42 (a) b (c) S 1 1 1 0 -1 0 5 0 0 0 250 50 0 0 20 0 30 0\n");
    ProcessReader figures = new ProcessReader(root.resolve("proc"));

    assertThat(figures.rssBytes(42)).contains(2L << 20);
    assertThat(figures.pssBytes(42)).contains(1L << 20);
    assertThat(figures.cpuTime(42)).contains(Duration.ofSeconds(3));
  }

  @Test
  void areEmptyForAProcessThatIsGone() {
    ProcessReader figures = new ProcessReader(root);

    assertThat(figures.rssBytes(42)).isEmpty();
    assertThat(figures.pssBytes(42)).isEmpty();
    assertThat(figures.cpuTime(42)).isEmpty();
  }

  @Test
  void ofThisProcessAgreeWithWhatTheJvmKnows() {
    long pid = ProcessHandle.current().pid();
    ProcessReader figures = new ProcessReader();

    Duration cpu = figures.cpuTime(pid).orElseThrow();
    Duration later = ProcessHandle.current().info().totalCpuDuration().orElseThrow();

    assertThat(cpu).isPositive().isLessThanOrEqualTo(later);
    assertThat(figures.rssBytes(pid).orElseThrow()).isGreaterThan(16L << 20);
    assertThat(figures.pssBytes(pid).orElseThrow()).isGreaterThan(16L << 20);
  }
}
