package org.jvmcluster.supervisor.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.Settings;

/** The program in this JVM, with everything outside it played. */
final class ProgramRun {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  final Map<String, String> environment = new HashMap<>();
  final List<Integer> portsAsked = new ArrayList<>();
  final List<Settings> started = new ArrayList<>();
  final List<ConfigSources> sources = new ArrayList<>();
  Path systemFile = Path.of("/nonexistent");
  SupervisorFinder finder = port -> Optional.empty();
  boolean terminal;

  int run(String... args) {
    out.reset();
    err.reset();
    Surroundings surroundings =
        new Surroundings(
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            terminal,
            systemFile,
            port -> {
              portsAsked.add(port);
              return finder.find(port);
            },
            (from, settings) -> {
              sources.add(from);
              started.add(settings);
              return ExitCode.OK;
            });
    return new SupervisorProgram(surroundings).run(args);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
