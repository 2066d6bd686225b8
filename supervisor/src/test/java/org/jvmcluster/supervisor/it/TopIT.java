package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The live table in a real terminal, which it gives back in every outcome. */
class TopIT {
  private static final String ENTERED = "\u001b[?1049h\u001b[?25l";
  private static final String LEFT = "\u001b[?25h\u001b[?1049l";

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @BeforeEach
  void needsAProgramThatMakesTerminals() {
    assumeTrue(TerminalProgram.isPossible(), "script of util-linux is not installed");
  }

  private TerminalProgram top(SupervisorProcess supervisor, String type) throws IOException {
    return top(command(supervisor), type);
  }

  private TerminalProgram top(SupervisorCommand command, String type) throws IOException {
    return supervisors.own(
        TerminalProgram.start(type, "stty cols 80 rows 24; stty -g", command, "stty -a; stty -g"));
  }

  private static SupervisorCommand command(SupervisorProcess supervisor) {
    return SupervisorCommand.of("top", "--port", Integer.toString(supervisor.port()));
  }

  private static void assertGivenBack(TerminalProgram top) {
    assertThat(top.shown().substring(top.shown().lastIndexOf(LEFT)))
        .as("after the last screen")
        .contains(" icanon ")
        .contains(" echo ")
        .contains("isig ")
        .doesNotContain("-isig")
        .doesNotContain(ENTERED);
    assertModesAsBefore(top);
  }

  /** All of them, as the first line and the last have them; some say nothing in {@code stty -a}. */
  private static void assertModesAsBefore(TerminalProgram top) {
    List<String> lines = top.shown().strip().lines().toList();
    assertThat(lines.get(lines.size() - 1)).isEqualTo(lines.get(0)).contains(":");
  }

  @Test
  void showsTheWorkersObeysKeysAndGivesTheTerminalBack() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(2), 2);
    TerminalProgram top = top(supervisor, "xterm-256color");

    top.awaitShown("2 of 2 workers ready");
    assertThat(top.shown()).contains(ENTERED).contains("loop% queue cpu%");
    top.type("s");
    top.awaitShown("by p99");
    top.type("w");
    top.awaitShown("last minute");
    top.type("\u001b[B");
    top.type("\r");
    top.awaitShown("slot 1 pid " + supervisor.readyPids().get(1) + " generation 1: ready");
    top.type("q");

    assertThat(top.exitCode()).isZero();
    assertGivenBack(top);
  }

  @Test
  void saysThatTheSupervisorHasEndedAndGivesTheTerminalBack() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    TerminalProgram top = top(supervisor, "xterm");
    top.awaitShown("1 of 1 workers ready");

    supervisor.signal("TERM");

    assertThat(top.exitCode()).isEqualTo(69);
    assertGivenBack(top);
    assertThat(top.shown()).contains("the supervisor has ended");
  }

  @Test
  void givesTheTerminalBackWhenItIsEndedByControlCOrBySignal() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    TerminalProgram interrupted = top(supervisor, "xterm");
    interrupted.awaitShown("1 of 1 workers ready");
    interrupted.type("\u0003");
    assertThat(interrupted.exitCode()).isEqualTo(130);
    assertGivenBack(interrupted);

    TerminalProgram ended = top(supervisor, "xterm");
    ended.awaitShown("1 of 1 workers ready");
    SupervisorProcess.signal(ended.jvm().pid(), "TERM");
    assertThat(ended.exitCode()).isEqualTo(143);
    assertGivenBack(ended);
  }

  @Test
  void sendsNoSequenceToATerminalThatKnowsNone() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    TerminalProgram top = top(supervisor, "dumb");

    top.awaitShown("1 of 1 workers ready");
    top.type("q");

    assertThat(top.exitCode()).isZero();
    assertThat(top.shown()).doesNotContain("\u001b").contains(" icanon ");
    assertModesAsBefore(top);
  }

  @Test
  void givesTheTerminalBackWhereTheProgramThatSetsModesIsSlow(@TempDir Path folder)
      throws Exception {
    // Whoever reads modes to set them anew has read what is not so any more.
    Path slow = folder.resolve("stty");
    Files.writeString(
        slow,
        """
        #!/bin/sh
        [ "$1" = -a ] || exec "$REAL_STTY" "$@"
        sleep 0.2
        "$REAL_STTY" "$@"
        sleep 0.3
        """);
    Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwxr-xr-x"));
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    String path = System.getenv("PATH");
    TerminalProgram top =
        top(
            command(supervisor)
                .with("PATH", folder + ":" + path)
                .with("REAL_STTY", realStty(path).toString()),
            "xterm");

    top.awaitShown("1 of 1 workers ready");
    top.type("q");
    top.awaitShown(LEFT);
    // One more key, for the thread that reads keys to ask for the next one just now.
    top.type("x");

    assertThat(top.exitCode()).isZero();
    assertGivenBack(top);
  }

  private static Path realStty(String path) {
    return Stream.of(path.split(":"))
        .map(each -> Path.of(each, "stty"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
