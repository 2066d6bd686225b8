package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WorkerProbesTest {
  private final Worker worker = new Worker();

  @Test
  void exemptsTheHealthPathsUnlessTheApplicationNamesOthers() {
    assertThat(worker.probes()).containsExactly("/health");

    worker.probes("/alive", "/ready");

    assertThat(worker.probes()).containsExactly("/alive", "/ready");
  }

  @Test
  void refusesAPathWithoutASlash() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> worker.probes("alive"))
        .withMessageContaining("'alive'");
  }
}
