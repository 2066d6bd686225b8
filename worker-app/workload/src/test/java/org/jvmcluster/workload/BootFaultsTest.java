package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
    return new Settings("127.0.0.1", 0, 1, false, true, Duration.ZERO, Optional.of(crashFile));
  }
}
