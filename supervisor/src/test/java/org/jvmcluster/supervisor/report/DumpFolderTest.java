package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpFolderTest {
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir Path state;

  @Test
  void keepsADumpUnderItsTimeAndItsWorkerForItsOwnerOnly() throws Exception {
    try (DumpFolder folder = new DumpFolder(Optional.of(state))) {
      Path file = save(folder, BEGIN, "slot-0-generation-1-pid-4711").orElseThrow();

      assertThat(file)
          .isEqualTo(state.resolve("dumps/20260102-030405.678-slot-0-generation-1-pid-4711.txt"))
          .hasContent("threads");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void keepsTheNewestAndLeavesFilesAloneThatAreNotItsOwn() throws Exception {
    Files.createDirectories(state.resolve("dumps"));
    Path note = Files.writeString(state.resolve("dumps/0-note.txt"), "mine");
    try (DumpFolder folder = new DumpFolder(Optional.of(state))) {
      for (int second = 0; second < DumpFolder.MAX_FILES + 2; second++) {
        assertThat(save(folder, BEGIN.plusSeconds(second), "w")).isPresent();
      }
    }

    try (Stream<Path> files = Files.list(state.resolve("dumps"))) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertThat(names).hasSize(DumpFolder.MAX_FILES + 1).contains("0-note.txt");
      assertThat(names.get(1)).startsWith("20260102-030407.678");
    }
    assertThat(note).exists();
  }

  @Test
  void saysThatItKeptNothingWhereItCannot() throws Exception {
    Files.writeString(state.resolve("dumps"), "a file in the way");
    try (DumpFolder obstructed = new DumpFolder(Optional.of(state));
        DumpFolder nowhere = new DumpFolder(Optional.empty())) {
      assertThat(save(obstructed, BEGIN, "w")).isEmpty();
      assertThat(save(nowhere, BEGIN, "w")).isEmpty();
    }
  }

  private static Optional<Path> save(DumpFolder folder, Instant at, String whose) throws Exception {
    return folder.save(at, whose, "threads").get(20, TimeUnit.SECONDS);
  }
}
