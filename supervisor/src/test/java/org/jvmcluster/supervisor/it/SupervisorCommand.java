package org.jvmcluster.supervisor.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A command line of the packaged program. Immutable.
 *
 * @param home the folder with its jars
 * @param arguments of the program
 * @param environment beside the inherited one
 * @param wrapper words before it: a program that becomes the rest of its arguments
 */
record SupervisorCommand(
    Path home, List<String> arguments, Map<String, String> environment, List<String> wrapper) {
  /** Set by the build: the folder that it packaged. */
  private static final String DIST_PROPERTY = "supervisor.dist";

  private static final int NATIVE_ACCESS_WARNED = 24;

  SupervisorCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    wrapper = List.copyOf(wrapper);
  }

  /** Any command, as a person would type it. */
  static SupervisorCommand of(String... arguments) {
    return new SupervisorCommand(dist(), List.of(arguments), Map.of(), List.of());
  }

  /** A run on a port that the kernel chooses, with workers that boot as fast as they can. */
  static SupervisorCommand run(int workers, String... options) {
    return runOn(0, workers, options);
  }

  /** A run on that port. */
  static SupervisorCommand runOn(int port, int workers, String... options) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("run", "--workers", Integer.toString(workers), "--port", Integer.toString(port)));
    // Options win over a file, so what a file is to change stays out of them.
    if (!List.of(options).contains("--config")) {
      arguments.addAll(List.of("--jvm-opt", "-XX:TieredStopAtLevel=1"));
      // A machine that does other work besides takes its time for a boot.
      arguments.addAll(List.of("--ready-timeout", "2m"));
      // So slow a machine may need more than a second for a request, which would be refused then.
      if (!List.of(options).contains("--shed")) {
        arguments.addAll(List.of("--shed", "off"));
      }
    }
    arguments.addAll(List.of(options));
    return of(arguments.toArray(String[]::new));
  }

  SupervisorCommand with(String variable, String value) {
    Map<String, String> all = new TreeMap<>(environment);
    all.put(variable, value);
    return new SupervisorCommand(home, arguments, all, wrapper);
  }

  SupervisorCommand at(Path otherHome) {
    return new SupervisorCommand(otherHome, arguments, environment, wrapper);
  }

  /** The same, started by a program that becomes it. */
  SupervisorCommand behind(List<String> otherWrapper) {
    return new SupervisorCommand(home, arguments, environment, otherWrapper);
  }

  /** The folder that the build packaged. */
  static Path dist() {
    String named = System.getProperty(DIST_PROPERTY);
    if (named == null) {
      throw new IllegalStateException("set -D" + DIST_PROPERTY + " to the packaged target/dist");
    }
    return Path.of(named).toAbsolutePath();
  }

  /** What the kernel is told to execute. */
  List<String> words() {
    List<String> words = new ArrayList<>(wrapper);
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-Xmx128m", "-XX:TieredStopAtLevel=1"));
    if (Runtime.version().feature() >= NATIVE_ACCESS_WARNED) {
      words.add("--enable-native-access=ALL-UNNAMED");
    }
    words.add("-Dsupervisor.home=" + home);
    words.addAll(List.of("-cp", home.resolve("supervisor.jar").toString()));
    words.add("org.jvmcluster.supervisor.cli.Main");
    words.addAll(arguments);
    return words;
  }
}
