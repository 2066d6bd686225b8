package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the configuration is read from. Kept for the life of a supervisor, so that a HUP reads the
 * same again.
 *
 * @param options from the command line: the words after each {@code --KEY}, without dashes
 * @param environment all variables of the process
 * @param file from {@code --config}, absolute: the working directory may change; must exist
 * @param systemFile read where it exists
 */
public record ConfigSources(
    Map<String, List<String>> options,
    Map<String, String> environment,
    Optional<Path> file,
    Path systemFile) {

  /** The machine's own configuration. */
  public static final Path SYSTEM_FILE = Path.of("/etc/jvm-supervisor/supervisor.yaml");

  /** Stands for {@code --config} as the other variables stand for their options. */
  static final String FILE_VARIABLE = ConfigKey.VARIABLE_PREFIX + "CONFIG";

  public ConfigSources {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    options.forEach((key, words) -> copy.put(key, List.copyOf(words)));
    options = Map.copyOf(copy);
    // Sorted: messages about variables come in the same order every time.
    environment = new TreeMap<>(environment);
    requireNonNull(file, "file");
    file = file.map(Path::toAbsolutePath);
    requireNonNull(systemFile, "systemFile");
  }
}
