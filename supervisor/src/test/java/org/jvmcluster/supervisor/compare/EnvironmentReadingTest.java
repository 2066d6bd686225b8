package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.compare.result.Environment;

class EnvironmentReadingTest {
  @TempDir private Path folder;

  @Test
  void readsWhatTheKernelSays() throws IOException {
    FakeProc files = new FakeProc(folder);
    files.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\n");
    files.write("proc/sys/kernel/osrelease", "6.1.0-9-amd64\n");
    files.write("etc/os-release", "NAME=\"Some\"\nPRETTY_NAME=\"Some Linux 12\"\n");
    files.write("proc/loadavg", "0.42 0.30 0.20 1/200 4711\n");
    files.write("proc/meminfo", "MemTotal:  4000 kB\nMemAvailable:  1000 kB\n");
    EnvironmentReading reading = new EnvironmentReading(folder);

    Environment environment = reading.read("1.2", Optional.of("v20"), List.of("supervisor"));

    assertThat(environment.processor()).isEqualTo("Some CPU @ 2 GHz");
    assertThat(environment.system()).isEqualTo("Linux 6.1.0-9-amd64, Some Linux 12");
    assertThat(environment.loadBefore()).isEqualTo(0.42);
    assertThat(environment.allowedCores()).isPositive();
    assertThat(reading.availableBytes()).hasValue(1_024_000L);
  }

  @Test
  void goesOnWhereItSaysNothing() {
    EnvironmentReading reading = new EnvironmentReading(folder);

    assertThat(reading.processor()).isEqualTo(System.getProperty("os.arch"));
    assertThat(reading.system()).isEqualTo("Linux unknown, unknown");
    assertThat(reading.loadAverage()).isZero();
    assertThat(reading.availableBytes()).isEmpty();
  }

  @Test
  void refusesASweepThatHasNoRoomInMemory() throws Exception {
    long need = MemoryNeed.ofFleets(List.of(1, 2));
    MemoryNeed.require(List.of(1, 2), Optional.of(need));
    MemoryNeed.require(List.of(1, 2), Optional.empty());

    assertThatThrownBy(() -> MemoryNeed.require(List.of(1, 2), Optional.of(need - 1)))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("3 workers")
        .hasMessageContaining("sweep over fewer");
  }
}
