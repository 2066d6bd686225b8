package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.Setting;
import org.jvmcluster.supervisor.config.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources of the configuration, and what the next generation will be made under. What a
 * generation in use was made under stands in its {@link GenerationPlan}. Safe for any thread;
 * {@link #reread} reads files and is for none that must not block.
 */
final class Configuration {
  private static final Logger LOG = LoggerFactory.getLogger(Configuration.class);

  private final ConfigSources sources;
  private volatile Settings next;

  Configuration(ConfigSources sources, Settings settings) {
    this.sources = requireNonNull(sources, "sources");
    this.next = requireNonNull(settings, "settings");
  }

  /** For the next generation. */
  Settings next() {
    return next;
  }

  /**
   * Reads all sources again. On an error nothing changes.
   *
   * @throws ConfigException with everything that is wrong
   */
  synchronized void reread() throws ConfigException {
    ConfigLoader.Loaded loaded = ConfigLoader.load(sources);
    loaded.warnings().forEach(LOG::warn);
    Settings.Reload reload = next.reload(loaded.settings());
    if (!reload.appliedByRestart().isEmpty()) {
      LOG.info("changed, with the new generation: {}", names(reload.appliedByRestart()));
    }
    if (!reload.needNewSupervisor().isEmpty()) {
      LOG.warn(
          "changed, but kept as it was until the supervisor itself is started anew: {}",
          names(reload.needNewSupervisor()));
    }
    next = reload.settings();
  }

  private static String names(List<Setting<?>> settings) {
    return settings.stream()
        .map(
            setting ->
                setting.key().name()
                    + " = "
                    + String.join(" ", setting.words())
                    + " ("
                    + setting.origin().text()
                    + ")")
        .collect(Collectors.joining(", "));
  }
}
