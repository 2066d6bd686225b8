package org.jvmcluster.supervisor.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.supervisor.ChildJvm;

class RuntimeDirectoryTest {
  private static final int PORT = 3100;

  @TempDir Path temporary;

  private Path parent() {
    return temporary.resolve("jvm-supervisor");
  }

  private DirectoryLocations locations() {
    return in(DirectoryLocations.ownUid(), parent());
  }

  private static DirectoryLocations in(int uid, Path... parents) {
    return new DirectoryLocations(uid, List.of(parents), Optional.empty());
  }

  @Test
  void makesADirectoryThatOnlyItsOwnerCanEnterAndShowsItsPid() throws Exception {
    try (RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT)) {
      assertThat(directory.path()).isEqualTo(parent().resolve("3100"));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())))
          .isEqualTo("rwx------");
      // Size, not content: reading the file in this process would drop the lock.
      assertThat(Files.size(directory.path().resolve("lock"))).isPositive();
      assertThat(directory.warnings()).isEmpty();
    }
  }

  @Test
  void leavesNothingBehindWhenItIsClosed() throws Exception {
    RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT);
    Files.createDirectories(directory.generations().resolve("1"));
    Files.writeString(directory.generations().resolve("1").resolve("application.jar"), "jar");
    leaveSocket(directory.controlSocket());

    directory.close();
    directory.close();

    assertThat(parent()).doesNotExist();
  }

  @Test
  void removesOnlyWhatIsItsOwn() throws Exception {
    RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT);
    Path notes = Files.writeString(directory.path().resolve("notes.txt"), "mine");
    Path elsewhere = Files.writeString(temporary.resolve("elsewhere.txt"), "mine");
    Files.createDirectories(directory.generations());
    Files.createSymbolicLink(directory.generations().resolve("link"), temporary);
    Path file = Files.writeString(directory.adminSocket(), "a regular file");

    directory.close();

    assertThat(notes).exists();
    assertThat(file).exists();
    assertThat(elsewhere).exists();
    assertThat(directory.generations()).doesNotExist();
    assertThat(directory.path().resolve("lock")).doesNotExist();
  }

  @Test
  void refusesADirectoryWhoseSupervisorLivesAndNamesIt() throws Exception {
    try (ChildJvm holder = new ChildJvm(DirectoryHolder.class, parent().toString(), "3100")) {
      assertThat(holder.line()).startsWith("claimed");

      assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), PORT))
          .isInstanceOfSatisfying(
              DirectoryException.InUse.class,
              e -> {
                assertThat(e.pid()).hasValue(holder.pid());
                assertThat(e.command().orElseThrow()).contains("/bin/java");
                assertThat(e).hasMessageContaining(Long.toString(holder.pid()));
              });

      assertThat(RuntimeDirectory.findAdminSocket(locations(), PORT))
          .contains(parent().resolve("3100").resolve("admin.sock"));
    }
  }

  @Test
  void takesOverWhatASupervisorThatWasKilledLeftBehind() throws Exception {
    try (ChildJvm holder = new ChildJvm(DirectoryHolder.class, parent().toString(), "3100")) {
      assertThat(holder.line()).startsWith("claimed");
      holder.kill();
    }
    assertThat(parent().resolve("3100").resolve("admin.sock")).exists();
    assertThat(RuntimeDirectory.findAdminSocket(locations(), PORT)).isEmpty();

    try (RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT)) {
      assertThat(directory.adminSocket()).doesNotExist();
      assertThat(directory.warnings()).singleElement().asString().contains("did not end in order");
    }
    assertThat(parent()).doesNotExist();
  }

  @Test
  void aLivingProcessWhosePidStandsInAStaleLockFileDoesNotMatter() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      leaveLock(sleep.pid() + "\n");

      try (RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT)) {
        assertThat(directory.warnings()).hasSize(1);
      }

      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "1\n", "99999999999999999999", "-1", "\0\0\0"})
  void whateverStandsInAStaleLockFileDoesNotMatter(String content) throws Exception {
    leaveLock(content);

    try (RuntimeDirectory directory = RuntimeDirectory.claim(locations(), PORT)) {
      assertThat(directory.warnings()).hasSize(1);
    }
  }

  @Test
  void neverHasTwoOwnersThoughManyComeAndGo() throws Exception {
    String alone = temporary.resolve("alone").toString();
    String[] arguments = {parent().toString(), alone, "300"};
    try (ChildJvm first = new ChildJvm(DirectoryContender.class, arguments);
        ChildJvm second = new ChildJvm(DirectoryContender.class, arguments);
        ChildJvm third = new ChildJvm(DirectoryContender.class, arguments)) {
      for (ChildJvm contender : List.of(first, second, third)) {
        assertThat(contender.line()).matches("claimed [1-9]\\d*");
        assertThat(contender.exitValue()).isZero();
      }
    }
    assertThat(parent()).doesNotExist();
  }

  @Test
  void refusesASocketThatSomebodyAnswersOnAndLeavesItAlone() throws Exception {
    Path socket = folder().resolve("control.sock");
    try (ServerSocketChannel listening = listen(socket)) {
      assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), PORT))
          .isInstanceOf(DirectoryException.InUse.class)
          .hasMessageContaining(socket.toString());

      assertThat(socket).exists();
      assertThat(listening.isOpen()).isTrue();
    }
    assertThat(folder().resolve("lock")).doesNotExist();
  }

  @Test
  void refusesARegularFileInTheWayAndDoesNotDeleteIt() throws Exception {
    Path file = Files.writeString(folder().resolve("admin.sock"), "not a socket");

    assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), PORT))
        .isInstanceOf(DirectoryException.InUse.class)
        .hasMessageContaining(file.toString());

    assertThat(file).hasContent("not a socket");
  }

  @Test
  void refusesALinkPreparedBySomebodyElse() throws Exception {
    Path target = Files.createDirectory(temporary.resolve("target"));
    Files.createSymbolicLink(parent(), target);

    assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), PORT))
        .isInstanceOf(DirectoryException.BadPlace.class)
        .hasMessageContaining("symbolic link");

    assertThat(target).isEmptyDirectory();
  }

  @Test
  void refusesAFolderOfAnotherUser() throws Exception {
    Files.createDirectory(parent());

    assertThatThrownBy(
            () -> RuntimeDirectory.claim(in(DirectoryLocations.ownUid() + 1, parent()), PORT))
        .isInstanceOf(DirectoryException.BadPlace.class)
        .hasMessageContaining("belongs to uid");
  }

  @Test
  void refusesAFolderThatOthersCanWrite() throws Exception {
    Files.createDirectory(parent());
    Files.setPosixFilePermissions(parent(), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), PORT))
        .isInstanceOf(DirectoryException.BadPlace.class)
        .hasMessageContaining("chmod");
  }

  @Test
  void takesASocketPathOfExactlyTheLimitAndNamesOneThatIsLonger() throws Exception {
    int port = 31000;
    String rest = "/31000/descriptors.sock";
    Path fits = pathOfLength(RuntimeDirectory.MAX_SOCKET_PATH_BYTES - rest.length());
    Path tooLong = fits.resolveSibling(fits.getFileName() + "x");

    try (RuntimeDirectory directory =
        RuntimeDirectory.claim(in(DirectoryLocations.ownUid(), fits), port)) {
      leaveSocket(directory.controlSocket());
    }
    assertThatThrownBy(() -> RuntimeDirectory.claim(in(DirectoryLocations.ownUid(), tooLong), port))
        .isInstanceOf(DirectoryException.BadPlace.class)
        .hasMessageContaining(tooLong + rest)
        .hasMessageContaining("108");
  }

  @Test
  void takesTheNextPlaceWhereTheFirstDoesNotExist() throws Exception {
    Path missing = temporary.resolve("no-such-folder").resolve("jvm-supervisor");
    DirectoryLocations both = in(DirectoryLocations.ownUid(), missing, parent());

    try (RuntimeDirectory directory = RuntimeDirectory.claim(both, PORT)) {
      assertThat(directory.path()).isEqualTo(parent().resolve("3100"));
      assertThat(directory.warnings()).singleElement().asString().contains(missing.toString());
    }
    assertThatThrownBy(() -> RuntimeDirectory.claim(in(DirectoryLocations.ownUid(), missing), PORT))
        .isInstanceOf(DirectoryException.BadPlace.class)
        .hasMessageContaining("TMPDIR");
  }

  @Test
  void refusesAPortThatIsNotBound() {
    assertThatThrownBy(() -> RuntimeDirectory.claim(locations(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Path folder() throws IOException {
    return Files.createDirectories(
        parent().resolve("3100"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private void leaveLock(String content) throws IOException {
    Files.writeString(folder().resolve("lock"), content);
  }

  private static ServerSocketChannel listen(Path socket) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(socket));
    return channel;
  }

  private static void leaveSocket(Path socket) throws IOException {
    listen(socket).close();
  }

  private Path pathOfLength(int bytes) throws IOException {
    int left = bytes - temporary.toString().length() - 1;
    assertThat(left).as("the temporary folder's own path is short enough").isPositive();
    return temporary.resolve("d".repeat(left));
  }
}
