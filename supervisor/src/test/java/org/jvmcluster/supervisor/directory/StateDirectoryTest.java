package org.jvmcluster.supervisor.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir Path temporary;

  private DirectoryLocations locations(Optional<Path> state) {
    return new DirectoryLocations(DirectoryLocations.ownUid(), List.of(temporary), state);
  }

  @Test
  void isMadeWithAllFoldersAboveItAndKept() throws Exception {
    Path parent = temporary.resolve("home/.local/state/jvm-supervisor");

    StateDirectory first = StateDirectory.open(locations(Optional.of(parent)), 3100);
    Path events = Files.writeString(first.path().orElseThrow().resolve("events.log"), "one\n");
    StateDirectory second = StateDirectory.open(locations(Optional.of(parent)), 3100);

    assertThat(second).isEqualTo(first);
    assertThat(first.path()).contains(parent.resolve("3100"));
    assertThat(first.warning()).isEmpty();
    assertThat(events).hasContent("one\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent.resolve("3100"))))
        .isEqualTo("rwx------");
  }

  @Test
  void isDoneWithoutWhereTheEnvironmentNamesNone() {
    StateDirectory none = StateDirectory.open(locations(Optional.empty()), 3100);

    assertThat(none.path()).isEmpty();
    assertThat(none.warning().orElseThrow()).contains("HOME", "kept in memory");
  }

  @Test
  void isDoneWithoutWhereItCannotBeMade() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "in the way");
    Path parent = file.resolve("jvm-supervisor");

    StateDirectory none = StateDirectory.open(locations(Optional.of(parent)), 3100);

    assertThat(none.path()).isEmpty();
    assertThat(none.warning().orElseThrow()).contains("file", "XDG_STATE_HOME");
  }

  @Test
  void isDoneWithoutOnAReadOnlyFileSystem() {
    // Nobody, not even root, can make a folder in /proc.
    Path parent = Path.of("/proc/state/jvm-supervisor");

    StateDirectory none = StateDirectory.open(locations(Optional.of(parent)), 3100);

    assertThat(none.path()).isEmpty();
    assertThat(none.warning()).isPresent();
  }
}
