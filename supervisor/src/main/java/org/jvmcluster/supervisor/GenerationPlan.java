package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.process.LaunchRecord;

/**
 * Everything a generation's workers are made from and told. Immutable; a restart makes a new one.
 *
 * @param record files, command line, environment
 * @param settings the configuration it was made under
 */
record GenerationPlan(LaunchRecord record, Settings settings) {
  GenerationPlan {
    requireNonNull(record, "record");
    requireNonNull(settings, "settings");
  }

  SupervisorConfig config() {
    return settings.config();
  }
}
