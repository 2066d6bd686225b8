package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.SupervisorConfig;

class GenerationPlansTest {
  private static final int CORES = 4;

  @Test
  void saysNothingOfTheModeWhereItIsTheUsualOne() throws Exception {
    assertThat(arguments(Map.of())).containsExactly("--event-loops", "1");
    assertThat(arguments(Map.of("event-loops", "2", "faults", "on")))
        .containsExactly("--event-loops", "2", "--faults");
  }

  @Test
  void tellsTheServiceTheModeAndItsComputeThreads() throws Exception {
    assertThat(arguments(Map.of("mode", "threads")))
        .containsExactly("--event-loops", "1", "--mode", "threads", "--compute-threads", "3");
    assertThat(arguments(Map.of("mode", "threads", "workers", "9")))
        .endsWith("--compute-threads", "9");
    assertThat(arguments(Map.of("mode", "single")))
        .containsExactly("--event-loops", "1", "--mode", "single");
  }

  @Test
  void givesThePoolItsSizeByTheEnvironment() throws Exception {
    assertThat(GenerationPlans.environment(config(Map.of())))
        .isEqualTo(
            Map.of(
                "POOL_SIZE", "4",
                "POOL_QUEUE", "1000",
                "POOL_SPLIT", "off",
                "POOL_MAX_WAIT", "1s"));
    assertThat(
            GenerationPlans.environment(
                config(Map.of("pool-size", "16", "pool-queue", "1", "pool-split", "on"))))
        .isEqualTo(
            Map.of(
                "POOL_SIZE", "16",
                "POOL_QUEUE", "1",
                "POOL_SPLIT", "on",
                "POOL_MAX_WAIT", "1s"));
  }

  private static List<String> arguments(Map<String, String> options) throws ConfigException {
    return GenerationPlans.arguments(config(options), CORES);
  }

  private static SupervisorConfig config(Map<String, String> options) throws ConfigException {
    Map<String, List<String>> words = new HashMap<>();
    options.forEach((key, word) -> words.put(key, List.of(word)));
    return ConfigLoader.load(
            new ConfigSources(words, Map.of(), Optional.empty(), Path.of("/nonexistent")))
        .settings()
        .config();
  }
}
