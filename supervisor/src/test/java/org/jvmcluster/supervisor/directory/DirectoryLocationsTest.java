package org.jvmcluster.supervisor.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DirectoryLocationsTest {
  @Test
  void rootHasTheFoldersOfTheSystem() {
    DirectoryLocations root = DirectoryLocations.of(Map.of("XDG_RUNTIME_DIR", "/run/user/0"), 0);

    assertThat(root.runtimeParents())
        .containsExactly(Path.of("/run/jvm-supervisor"), Path.of("/tmp/jvm-supervisor-0"));
    assertThat(root.stateParent()).contains(Path.of("/var/lib/jvm-supervisor"));
  }

  @Test
  void aUserHasTheFoldersOfTheSession() {
    DirectoryLocations user =
        DirectoryLocations.of(
            Map.of(
                "XDG_RUNTIME_DIR", "/run/user/1000",
                "XDG_STATE_HOME", "/home/u/.state",
                "TMPDIR", "/var/tmp"),
            1000);

    assertThat(user.runtimeParents())
        .containsExactly(
            Path.of("/run/user/1000/jvm-supervisor"), Path.of("/var/tmp/jvm-supervisor-1000"));
    assertThat(user.stateParent()).contains(Path.of("/home/u/.state/jvm-supervisor"));
  }

  @Test
  void aUserWithoutASessionHasTheTemporaryFolderAndHome() {
    DirectoryLocations user = DirectoryLocations.of(Map.of("HOME", "/home/u"), 1000);

    assertThat(user.runtimeParents()).containsExactly(Path.of("/tmp/jvm-supervisor-1000"));
    assertThat(user.stateParent()).contains(Path.of("/home/u/.local/state/jvm-supervisor"));
  }

  @Test
  void aVariableThatIsEmptyOrRelativeCountsAsUnset() {
    DirectoryLocations user =
        DirectoryLocations.of(
            Map.of("XDG_RUNTIME_DIR", "", "TMPDIR", "tmp", "HOME", ".", "XDG_STATE_HOME", ""),
            1000);

    assertThat(user.runtimeParents()).containsExactly(Path.of("/tmp/jvm-supervisor-1000"));
    assertThat(user.stateParent()).isEmpty();
  }
}
