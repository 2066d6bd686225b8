package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port, or a runtime directory, that is somebody else's or was. */
class OccupiedPlaceIT {
  private static final int IN_USE = 73;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void refusesASecondSupervisorAndLeavesTheFirstUnharmed() throws Exception {
    SupervisorProcess first = supervisors.startReady(SupervisorCommand.run(1), 1);
    Map<Integer, Long> before = first.readyPids();

    SupervisorProcess second = supervisors.start(SupervisorCommand.runOn(first.port(), 1));

    assertThat(second.exitCode()).isEqualTo(IN_USE);
    assertThat(second.output().untilTheEnd()).anyMatch(line -> line.contains("pid " + first.pid()));
    assertThat(first.readyPids()).isEqualTo(before);
    assertThat(HttpExchange.get(first.port(), "/fast").status()).isEqualTo(200);
    assertThat(first.directory()).isDirectoryContaining(path -> path.endsWith("admin.sock"));
  }

  @ParameterizedTest(name = "SO_REUSEPORT {0}")
  @ValueSource(booleans = {true, false})
  void refusesToShareAPortWithAStrangerAndNamesIt(boolean reusePort) throws Exception {
    try (ServerSocketChannel stranger = ServerSocketChannel.open()) {
      stranger.setOption(StandardSocketOptions.SO_REUSEPORT, reusePort);
      stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = ((InetSocketAddress) stranger.getLocalAddress()).getPort();

      SupervisorProcess supervisor = supervisors.start(SupervisorCommand.runOn(port, 1));

      assertThat(supervisor.exitCode()).isEqualTo(IN_USE);
      assertThat(supervisor.output().untilTheEnd())
          .anyMatch(line -> line.contains("pid " + ProcessHandle.current().pid()));
      assertThat(SupervisorProcess.directory(port)).doesNotExist();
      assertThat(MachineView.listeners(port)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "a lock file with {0}")
  @ValueSource(strings = {"the pid of another program", "nothing", "garbage"})
  void takesOverALockThatNobodyHoldsAndSignalsNobody(String content) throws Exception {
    Process bystander = new ProcessBuilder("sleep", "600").start();
    supervisors.own(() -> bystander.destroyForcibly().waitFor());
    int port = MachineView.freePort();
    Path lock = makeDirectory(port).resolve("lock");
    Files.writeString(
        lock,
        switch (content) {
          case "nothing" -> "";
          case "garbage" -> "\0\0 no number at all\n";
          default -> bystander.pid() + "\n";
        });

    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.runOn(port, 1), 1);

    assertThat(supervisor.output().lines())
        .anyMatch(line -> line.contains("WARN") && line.contains("did not end in order"));
    SupervisorProcess stop =
        supervisors.start(SupervisorCommand.of("stop", "--port", Integer.toString(port)));
    assertThat(stop.exitCode()).isZero();
    assertThat(supervisor.exitCode()).isZero();
    assertThat(bystander.isAlive()).isTrue();
    supervisor.assertNothingLeft();
  }

  @Test
  void doesNotDeleteAFileThatLiesWhereItsSocketBelongs() throws Exception {
    int port = MachineView.freePort();
    Path file = makeDirectory(port).resolve("admin.sock");
    Files.writeString(file, "somebody's");

    SupervisorProcess supervisor = supervisors.start(SupervisorCommand.runOn(port, 1));

    assertThat(supervisor.exitCode()).isEqualTo(IN_USE);
    assertThat(supervisor.output().untilTheEnd())
        .anyMatch(line -> line.contains(file + " lies in the way"));
    assertThat(file).hasContent("somebody's");
    assertThat(MachineView.listeners(port)).isZero();
  }

  /** As a supervisor that was killed leaves it; removed with the test. */
  private Path makeDirectory(int port) throws Exception {
    Path directory = SupervisorProcess.directory(port);
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    supervisors.own(
        () -> {
          for (String name : List.of("admin.sock", "lock")) {
            Files.deleteIfExists(directory.resolve(name));
          }
          Files.deleteIfExists(directory);
        });
    return directory;
  }
}
