package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * Everything the workers of one generation are started from. Immutable, and so are the files it
 * names: they are copies of the generation's own, so that a build which replaces the originals
 * concerns the next restart only.
 *
 * @param generation whose it is
 * @param directory the folder with the copies
 * @param contentHash over all copies, SHA-256 as hexadecimal: the same code has the same hash
 * @param java the {@code java} command
 * @param classPath copies, in order: the application first, so that on duplicates its classes win
 * @param mainClass of the application
 * @param jvmOptions in order; later ones win
 * @param arguments of the application
 * @param environment variables beside those that workers inherit from the supervisor
 */
public record LaunchRecord(
    Generation generation,
    Path directory,
    String contentHash,
    Path java,
    List<Path> classPath,
    String mainClass,
    List<String> jvmOptions,
    List<String> arguments,
    Map<String, String> environment) {
  public LaunchRecord {
    requireNonNull(generation, "generation");
    requireNonNull(directory, "directory");
    requireNonNull(contentHash, "contentHash");
    requireNonNull(java, "java");
    classPath = List.copyOf(classPath);
    requireNonNull(mainClass, "mainClass");
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    if (classPath.isEmpty()) {
      throw new IllegalArgumentException("a launch record needs a class path");
    }
  }
}
