package org.jvmcluster.supervisor.compare.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.compare.result.Synthetic.latency;

import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.load.LatencyDistribution;

final class NoiseRuleTest {
  private final LatencyDistribution latency = latency(100, 100, 0.1);

  @Test
  void aQuietRunHasNoReason() {
    assertThat(NoiseRule.reasons(0.2, 2, 0.02, 19, latency)).isEmpty();
  }

  @Test
  void othersThatUseMoreThanATenthOfTheCoresAreNoise() {
    assertThat(NoiseRule.reasons(0.21, 2, 0, 0, latency))
        .containsExactly("other processes used 0.21 of 2 cores");
  }

  @Test
  void stolenTimeIsNoise() {
    assertThat(NoiseRule.reasons(0, 2, 0.021, 0, latency))
        .containsExactly("the hypervisor took 2.1 % of the CPU");
  }

  @Test
  void aClientLateByMoreThanAFifthOfTheMedianIsNoise() {
    assertThat(NoiseRule.reasons(0, 2, 0, 21, latency))
        .containsExactly("the client was 21.0 ms late at p99");
    assertThat(NoiseRule.reasons(0, 2, 0, 4.9, latency(100, 1, 0.1))).isEmpty();
  }
}
