package org.jvmcluster.supervisor.cli;

import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.Settings;

/** Runs a supervisor in the foreground. */
@FunctionalInterface
interface SupervisorStarter {
  /**
   * Returns when everything has ended.
   *
   * @param sources to read again on HUP
   * @param settings what they gave just now
   * @return the exit code
   */
  int run(ConfigSources sources, Settings settings);
}
