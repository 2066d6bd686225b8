package org.jvmcluster.supervisor.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigKey;
import org.jvmcluster.supervisor.config.ConfigKeys;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One option for each key of the configuration, made from its table, and {@code --config}. */
final class ConfigOptions {
  private static final String FILE_OPTION = "--config";

  private ConfigOptions() {}

  /** Gives a command the options. */
  static void addTo(CommandSpec spec) {
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      spec.addOption(option(key));
    }
    spec.addOption(
        OptionSpec.builder(FILE_OPTION)
            .paramLabel("FILE")
            .type(Path.class)
            .description("Read settings from this YAML file; options and environment win over it.")
            .build());
    // In the order of the table, which is that of importance.
    spec.usageMessage().sortOptions(false);
  }

  private static OptionSpec option(ConfigKey<?> key) {
    String fallback = " Default: " + key.defaultText() + ".";
    OptionSpec.Builder option =
        OptionSpec.builder("--" + key.name())
            .paramLabel(key.label())
            .description(
                key.effect() + (key.shape() == ConfigKey.Shape.LIST ? " Repeatable." : fallback));
    return switch (key.shape()) {
      case VALUE -> option.type(String.class).build();
      case SWITCH -> option.type(String.class).arity("0..1").fallbackValue("on").build();
      case LIST -> option.type(List.class).auxiliaryTypes(String.class).build();
    };
  }

  /** Where a command that was given these options reads its configuration. */
  static ConfigSources sources(CommandSpec spec, Surroundings surroundings) {
    Map<String, List<String>> options = new LinkedHashMap<>();
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      OptionSpec option = spec.findOption("--" + key.name());
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        options.put(key.name(), words(option));
      }
    }
    Path file = spec.findOption(FILE_OPTION).getValue();
    return new ConfigSources(
        options, surroundings.environment(), Optional.ofNullable(file), surroundings.systemFile());
  }

  /** Reads the configuration and says on stderr what deserves a look. */
  static ConfigLoader.Loaded load(ConfigSources sources, Surroundings surroundings)
      throws ConfigException {
    ConfigLoader.Loaded loaded = ConfigLoader.load(sources);
    loaded.warnings().forEach(line -> surroundings.err().println("supervisor: warning: " + line));
    return loaded;
  }

  private static List<String> words(OptionSpec option) {
    Object value = option.getValue();
    List<String> words = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(word -> words.add(String.valueOf(word)));
    } else {
      words.add(String.valueOf(value));
    }
    return words;
  }
}
