package org.jvmcluster.supervisor.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigKeys;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.control.AdminClient;
import picocli.CommandLine.Option;

/** How a command finds the running supervisor that it talks to. */
final class WhichSupervisor {
  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "Port of the running supervisor. Default: that of the configuration, 3100 without one.")
  @Nullable String port;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration file that the supervisor was started with.")
  @Nullable Path file;

  /**
   * Connects.
   *
   * @throws CommandFailure if none is there
   * @throws ConfigException if the port has to be looked up and the configuration is broken
   */
  AdminClient find(Surroundings surroundings) throws ConfigException {
    return RunningSupervisor.on(settings(surroundings).config().port(), surroundings);
  }

  private Settings settings(Surroundings surroundings) throws ConfigException {
    String given = port;
    Map<String, List<String>> options =
        given == null ? Map.of() : Map.of(ConfigKeys.PORT.name(), List.of(given));
    // A port that is named needs no file, so a broken one cannot keep anybody from stopping.
    boolean named = given != null;
    return ConfigLoader.load(
            new ConfigSources(
                options,
                named ? Map.of() : surroundings.environment(),
                named ? Optional.empty() : Optional.ofNullable(file),
                named ? Path.of("/nonexistent") : surroundings.systemFile()))
        .settings();
  }
}
