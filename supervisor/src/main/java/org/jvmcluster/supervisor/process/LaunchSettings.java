package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What goes into a {@link LaunchRecord} beside files.
 *
 * @param java the {@code java} command of the workers
 * @param jvmOptions in order, see {@link WorkerJvmOptions}
 * @param arguments of the application
 * @param environment variables beside the inherited ones
 */
public record LaunchSettings(
    Path java, List<String> jvmOptions, List<String> arguments, Map<String, String> environment) {
  public LaunchSettings {
    requireNonNull(java, "java");
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** The {@code java} command this JVM was started with, or rather the one of its home. */
  public static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }
}
