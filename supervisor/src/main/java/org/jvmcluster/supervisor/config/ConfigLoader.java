package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the configuration: options win over the environment, that over {@code --config FILE}, that
 * over the system's file, that over the defaults. Every source is checked, also where a stronger
 * one wins: a broken line that happens to be overruled today breaks the next start.
 *
 * <p>Reads two files at most and touches nothing else.
 */
public final class ConfigLoader {
  /** Variables of this program that are no settings: read by its logging, by its start script. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(ConfigSources.FILE_VARIABLE, "SUPERVISOR_LOG_LEVEL");

  private final ConfigSources sources;
  private final Map<ConfigKey<?>, Setting<?>> settings = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private ConfigLoader(ConfigSources sources) {
    this.sources = sources;
  }

  /**
   * What was read.
   *
   * @param settings one for each key
   * @param warnings what deserves a look and stops nothing, a line each
   */
  public record Loaded(Settings settings, List<String> warnings) {
    public Loaded {
      requireNonNull(settings, "settings");
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Reads all sources.
   *
   * @throws ConfigException with everything that is wrong in any of them
   */
  public static Loaded load(ConfigSources sources) throws ConfigException {
    return new ConfigLoader(sources).load();
  }

  private Loaded load() throws ConfigException {
    readOptions();
    readEnvironment();
    configFile().ifPresent(file -> readFile(file, Origin.Kind.FILE));
    if (Files.exists(sources.systemFile())) {
      readFile(sources.systemFile(), Origin.Kind.SYSTEM_FILE);
    }
    Settings all = new Settings(settings);
    checkTogether(all);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return new Loaded(all, warnings);
  }

  /** What no key can see alone. Blamed on the stronger of the two sources that disagree. */
  private void checkTogether(Settings all) {
    Setting<ServiceMode> mode = all.of(ConfigKeys.MODE);
    Setting<WorkerCount> workers = all.of(ConfigKeys.WORKERS);
    if (mode.value() == ServiceMode.SINGLE && workers.value().fixed().orElse(1) != 1) {
      problems.add(
          new ConfigProblem(
              stronger(mode, workers),
              "mode single has 1 worker, not "
                  + workers.value()
                  + "; leave workers out, or take mode processes or threads"));
    }
    Setting<Integer> loops = all.of(ConfigKeys.EVENT_LOOPS);
    if (mode.value() != ServiceMode.PROCESSES && loops.value() != 1) {
      problems.add(
          new ConfigProblem(
              stronger(mode, loops),
              "mode "
                  + mode.words().get(0)
                  + " has 1 event loop, not "
                  + loops.value()
                  + "; leave event-loops out, or take mode processes"));
    }
    Setting<Boolean> split = all.of(WorkerKeys.POOL_SPLIT);
    Setting<Integer> poolSize = all.of(WorkerKeys.POOL_SIZE);
    if (split.value() && poolSize.value() < 2) {
      problems.add(
          new ConfigProblem(
              stronger(split, poolSize),
              "a pool of one thread cannot be split; take a pool-size of 2 or more, or pool-split"
                  + " off"));
    }
  }

  private static Origin stronger(Setting<?> one, Setting<?> other) {
    return one.origin().kind().compareTo(other.origin().kind()) < 0 ? one.origin() : other.origin();
  }

  private Optional<Path> configFile() {
    return sources
        .file()
        .or(
            () ->
                Optional.ofNullable(sources.environment().get(ConfigSources.FILE_VARIABLE))
                    .filter(name -> !name.isEmpty())
                    .map(name -> Path.of(name).toAbsolutePath()));
  }

  private void readOptions() {
    sources.options().forEach((name, words) -> accept(name, words, Origin.option(name)));
  }

  private void readEnvironment() {
    Map<String, ConfigKey<?>> byVariable =
        ConfigKeys.ALL.stream().collect(Collectors.toMap(ConfigKey::variable, key -> key));
    sources
        .environment()
        .forEach(
            (variable, value) -> {
              ConfigKey<?> key = byVariable.get(variable);
              if (key != null) {
                // An empty variable is how shells and containers spell "not set".
                if (!value.isEmpty()) {
                  readVariable(key, variable, value);
                }
              } else if (variable.startsWith(ConfigKey.VARIABLE_PREFIX)
                  && !OTHER_VARIABLES.contains(variable)) {
                warnings.add(
                    variable
                        + " in the environment is no setting and is ignored"
                        + nearestVariable(variable));
              }
            });
  }

  private void readVariable(ConfigKey<?> key, String variable, String value) {
    Origin origin = Origin.environment(variable);
    try {
      List<String> words =
          key.shape() == ConfigKey.Shape.LIST ? OptionWords.split(value) : List.of(value);
      accept(key.name(), words, origin);
    } catch (BadValueException e) {
      problems.add(new ConfigProblem(origin, e.getMessage() + "; allowed: " + key.allowed()));
    }
  }

  private void readFile(Path file, Origin.Kind kind) {
    for (ConfigFile.Entry entry : ConfigFile.read(file, kind, problems)) {
      accept(entry.key(), entry.words(), entry.origin());
    }
  }

  /** Checks a value and takes it unless a stronger source, read before, has given one. */
  private void accept(String name, List<String> words, Origin origin) {
    Optional<ConfigKey<?>> key = ConfigKeys.named(name);
    if (key.isEmpty()) {
      problems.add(new ConfigProblem(origin, name + ": there is no such key" + nearestKey(name)));
      return;
    }
    try {
      settings.putIfAbsent(key.get(), key.get().parse(words, origin));
    } catch (BadValueException e) {
      // An option and a variable bear the name of the key already, a line of a file does not.
      boolean inFile =
          origin.kind() == Origin.Kind.FILE || origin.kind() == Origin.Kind.SYSTEM_FILE;
      String prefix = inFile ? name + ": " : "";
      problems.add(
          new ConfigProblem(origin, prefix + e.getMessage() + "; allowed: " + key.get().allowed()));
    }
  }

  private static String nearestVariable(String written) {
    // The common prefix would make any two variables look alike.
    String bare = written.substring(ConfigKey.VARIABLE_PREFIX.length());
    return NearestName.of(bare, ConfigKeys.ALL.stream().map(ConfigLoader::bareVariable).toList())
        .map(name -> "; did you mean " + ConfigKey.VARIABLE_PREFIX + name + "?")
        .orElse("");
  }

  private static String bareVariable(ConfigKey<?> key) {
    return key.variable().substring(ConfigKey.VARIABLE_PREFIX.length());
  }

  private static String nearestKey(String written) {
    return NearestName.of(written, ConfigKeys.names())
        .map(name -> "; did you mean " + name + "?")
        .orElse("");
  }
}
