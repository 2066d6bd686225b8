package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.report.ProcessFigures;

final class ProcessSamplerTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void knowsMemoryAndCpuOfALivingProcess() {
    long own = ProcessHandle.current().pid();

    try (ProcessSampler sampler = new ProcessSampler(() -> Set.of(own), NanoClock.SYSTEM)) {
      sampler.start();
      await().atMost(LIMIT).until(() -> sampler.of(own).cpuPercent().isPresent());

      ProcessFigures figures = sampler.of(own);
      assertThat(figures.rssBytes().getAsLong()).isGreaterThan(10L << 20);
      assertThat(figures.pssBytes().getAsLong())
          .isPositive()
          .isLessThanOrEqualTo(figures.rssBytes().getAsLong() * 2);
      assertThat(figures.cpuPercent().getAsDouble()).isNotNegative();
    }
  }

  @Test
  void forgetsAProcessThatIsNoLongerWatched() {
    long own = ProcessHandle.current().pid();
    AtomicReference<Set<Long>> watched = new AtomicReference<>(Set.of(own));

    try (ProcessSampler sampler = new ProcessSampler(watched::get, NanoClock.SYSTEM)) {
      sampler.start();
      await().atMost(LIMIT).until(() -> sampler.of(own).rssBytes().isPresent());
      watched.set(Set.of());

      await().atMost(LIMIT).until(() -> sampler.of(own).equals(ProcessFigures.UNKNOWN));
    }
  }
}
