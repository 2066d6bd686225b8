package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigProblem;
import org.jvmcluster.supervisor.load.LoadTarget;

class ArmsFileTest {
  @TempDir private Path folder;

  @Test
  void readsServicesAndCommands() throws Exception {
    List<ArmSpec> arms =
        ArmsFile.read(
            file(
                """
                # two of mine
                - name: express
                  command: [node, server.js, --port, '{port}']
                  ready: /health
                  start-timeout: 10s
                  workers: 3
                  environment:
                    NODE_ENV: production
                    PORT: '{port}'
                - name: staging
                  url: http://127.0.0.1:8080
                - name: plain
                  command: [./serve]
                """));

    assertThat(arms)
        .containsExactly(
            new ArmSpec.Command(
                "express",
                List.of("node", "server.js", "--port", "{port}"),
                Optional.of("/health"),
                Duration.ofSeconds(10),
                OptionalInt.of(3),
                Map.of("NODE_ENV", "production", "PORT", "{port}")),
            new ArmSpec.Running("staging", LoadTarget.of("http://127.0.0.1:8080")),
            new ArmSpec.Command(
                "plain",
                List.of("./serve"),
                Optional.empty(),
                Duration.ofSeconds(30),
                OptionalInt.empty(),
                Map.of()));
  }

  @Test
  void namesFileLineKeyAndMendOfAllThatIsWrong() throws Exception {
    Path file =
        file(
            """
            - name: a
              comand: [x]
            - url: http://127.0.0.1:1/path
            - name: c
              url: http://127.0.0.1:2
              workers: 3
            - name: d
              command: node server.js
              start-timeout: 10
              ready: health
            - name: e
              command: [x]
              url: http://127.0.0.1:3
            """);

    assertThat(problems(file))
        .containsExactly(
            file + ":2: comand: unknown key; did you mean command?",
            file + ":1: url: or command: is missing; say where it runs, or what starts it",
            file + ":3: name: is missing; give the arm a name for the report",
            file + ":3: url: gives host and port only; leave '/path' out",
            file + ":6: workers: is for a command; remove it",
            file
                + ":8: command: expected a list of words, such as [node, server.js, --port,"
                + " '{port}']; there is no shell",
            file + ":10: ready: expected a path from the slash on, such as /health",
            file + ":9: start-timeout: '10' has no unit: write 10ms, 10s or 10m",
            file + ":11: url and command exclude each other; remove one");
  }

  @Test
  void refusesTwoArmsOfOneName() throws Exception {
    Path file = file("- {name: a, command: [x]}\n- {name: a, command: [y]}\n");

    assertThat(problems(file))
        .containsExactly(file + ":2: name: 'a' is that of line 1; rename one");
  }

  @Test
  void saysWhatAFileOfArmsLooksLike() throws Exception {
    assertThat(problems(file("name: a\n")).get(0)).contains(":1: expected a list of arms");
    assertThat(problems(file("")).get(0)).contains(":1: expected a list of arms");
    assertThat(problems(file("- a\n")).get(0)).contains(":1: expected an arm");
    assertThat(problems(file("- [\n")).get(0)).contains("this is no YAML");
    assertThat(problems(folder.resolve("none.yaml")).get(0)).contains("there is no such file");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("arms.yaml"), text);
  }

  private static List<String> problems(Path file) {
    ConfigException problems =
        catchThrowableOfType(ConfigException.class, () -> ArmsFile.read(file));
    return problems.problems().stream().map(ConfigProblem::toString).toList();
  }
}
