package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.api.PoolOptions;

class SettingsTest {

  @Test
  void runsAloneWithoutAnyOfThem() {
    assertThat(Settings.from(List.of(), Map.of()))
        .isEqualTo(
            new Settings(
                "127.0.0.1",
                3100,
                1,
                Mode.PROCESSES,
                0,
                PoolOptions.defaults(),
                false,
                false,
                AllowedNames.of("", "localhost,*.localhost,*.test,*.invalid,*.example"),
                AllowedNames.of("", ""),
                Duration.ZERO,
                Optional.empty()));
  }

  @Test
  void readsArgumentsAndEnvironment() {
    assertThat(
            Settings.from(
                List.of("--faults", "--event-loops", "3", "--reuse-port"),
                Map.of(
                    "HOST", "::1",
                    "PORT", "0",
                    "POOL_SIZE", "7",
                    "LOOKUP_ALLOW", "a.test",
                    "FETCH_ALLOW", "b.test",
                    "WORKER_BOOT_DELAY_MS", "1500",
                    "WORKER_CRASH_FILE", "/tmp/crash")))
        .isEqualTo(
            new Settings(
                "::1",
                0,
                3,
                Mode.PROCESSES,
                0,
                PoolOptions.defaults().withSize(7),
                true,
                true,
                AllowedNames.of("", "a.test"),
                AllowedNames.of("", "b.test"),
                Duration.ofMillis(1500),
                Optional.of(Path.of("/tmp/crash"))));
  }

  @Test
  void obeysNoFaultUnlessFaultsAreOn() {
    Map<String, String> faults =
        Map.of("WORKER_BOOT_DELAY_MS", "1500", "WORKER_CRASH_FILE", "/tmp/crash");

    assertThat(Settings.from(List.of(), faults)).isEqualTo(Settings.from(List.of(), Map.of()));
    assertThat(Settings.from(List.of(), Map.of("WORKER_FAULTS", "true")).faults()).isTrue();
  }

  @Test
  void hasComputeThreadsInModeThreadsOnly() {
    assertThat(Settings.from(List.of("--mode", "threads", "--compute-threads", "5"), Map.of()))
        .satisfies(
            settings -> {
              assertThat(settings.mode()).isEqualTo(Mode.THREADS);
              assertThat(settings.computeThreads()).isEqualTo(5);
            });
    assertThat(Settings.from(List.of("--mode", "threads"), Map.of()).computeThreads())
        .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    assertThat(Settings.from(List.of("--mode", "single"), Map.of()).computeThreads()).isZero();
  }

  @Test
  void refusesWhatAModeDoesNotHave() {
    assertThatThrownBy(() -> Settings.from(List.of("--mode", "solo"), Map.of()))
        .hasMessage("--mode is processes, threads or single, not 'solo'");
    assertThatThrownBy(
            () -> Settings.from(List.of("--mode", "single", "--event-loops", "2"), Map.of()))
        .hasMessageContaining("--event-loops 2 is for mode processes");
    assertThatThrownBy(() -> Settings.from(List.of("--compute-threads", "2"), Map.of()))
        .hasMessage("--compute-threads is for --mode threads");
  }

  @Test
  void saysWhatIsWrongAndWhatWouldBeRight() {
    assertThatThrownBy(() -> Settings.from(List.of("--loops", "2"), Map.of()))
        .hasMessage("unknown argument '--loops'");
    assertThatThrownBy(() -> Settings.from(List.of("--event-loops"), Map.of()))
        .hasMessage("--event-loops is a whole number from 1 to 256, not ''");
    assertThatThrownBy(() -> Settings.from(List.of("--event-loops", "257"), Map.of()))
        .hasMessageContaining("from 1 to 256");
    assertThatThrownBy(() -> Settings.from(List.of(), Map.of("PORT", "http")))
        .hasMessage("PORT is a whole number from 0 to 65535, not 'http'");
  }
}
