package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootFaultsTest {
  @TempDir Path directory;

  @Test
  void crashesWhileTheCrashFileIsThereAndNotesEachCrash() throws Exception {
    Path file = Files.createFile(directory.resolve("crash"));

    assertThat(BootFaults.strike(settings(file))).isTrue();
    assertThat(BootFaults.strike(settings(file))).isTrue();
    assertThat(Files.readAllLines(directory.resolve("crash.log")))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("worker -/-/"));

    Files.delete(file);
    assertThat(BootFaults.strike(settings(file))).isFalse();
    assertThat(Files.readAllLines(directory.resolve("crash.log"))).hasSize(2);
  }

  private static Settings settings(Path crashFile) {
    return Settings.from(List.of("--faults"), Map.of("WORKER_CRASH_FILE", crashFile.toString()));
  }
}
