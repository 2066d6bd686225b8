package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Names that a shell, a class path or a locale could break. */
class OddPathIT {
  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  @Test
  void runsFromAFolderWithSpacesUmlautsAndQuotesAndHandsOptionsOnAsTheyAre() throws Exception {
    Path home = copyOfTheProgram("my \"own\" Überwacher's $HOME");
    String option = "-Dodd.value=two words, $HOME and 'quotes'";

    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--jvm-opt", option).at(home), 1);

    long worker = supervisor.readyPids().get(0);
    // The kernel has bytes; they are UTF-8 on both sides.
    byte[] written = MachineView.commandLine(worker).getBytes(StandardCharsets.ISO_8859_1);
    List<String> arguments = List.of(new String(written, StandardCharsets.UTF_8).split("\0", -1));
    assertThat(arguments).contains(option);
    assertThat(HttpExchange.get(supervisor.port(), "/fast").status()).isEqualTo(200);
    assertThat(supervisor.configured("jvm-opt")).contains(option);
    SupervisorProcess restart =
        supervisors.start(
            SupervisorCommand.of("restart", "--port", Integer.toString(supervisor.port()))
                .at(home));
    assertThat(restart.exitCode()).isZero();
  }

  private Path copyOfTheProgram(String name) throws Exception {
    Path home = Files.createDirectory(folder.resolve(name));
    try (Stream<Path> jars = Files.list(SupervisorCommand.dist())) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, home.resolve(jar.getFileName()));
      }
    }
    return home;
  }
}
