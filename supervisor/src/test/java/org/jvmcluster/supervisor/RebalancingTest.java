package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.LaunchId;

final class RebalancingTest {
  private static final LaunchId A = new LaunchId(1);
  private static final LaunchId B = new LaunchId(2);
  private static final LaunchId C = new LaunchId(3);
  private static final int LIFTED = Integer.MAX_VALUE;

  private final Rebalancing rebalancing = new Rebalancing();

  @Test
  void limitsWorkersAboveTheirShareAndLiftsTheLimitOnceAllAreBalanced() {
    rebalancing.begin();

    assertThat(rebalancing.round(Map.of(A, 18, B, 12, C, 0)))
        .containsExactlyInAnyOrderEntriesOf(Map.of(A, 11, B, 11, C, LIFTED));
    assertThat(rebalancing.round(Map.of(A, 11, B, 11, C, 8)))
        .containsExactlyInAnyOrderEntriesOf(Map.of(A, LIFTED, B, LIFTED, C, LIFTED));
    assertThat(rebalancing.isRunning()).isFalse();
    assertThat(rebalancing.round(Map.of(A, 18, B, 12, C, 0))).isEmpty();
  }

  @Test
  void saysNothingWhenTheConnectionsAreBalancedAlready() {
    rebalancing.begin();

    assertThat(rebalancing.round(Map.of(A, 11, B, 10, C, 9))).isEmpty();
    assertThat(rebalancing.isRunning()).isFalse();
  }

  @Test
  void doesNothingUntilItIsBegun() {
    assertThat(rebalancing.round(Map.of(A, 100, B, 0))).isEmpty();
  }

  @Test
  void closesAtMostATenthOfAllConnectionsAtOneWorkerInARound() {
    rebalancing.begin();

    assertThat(rebalancing.round(Map.of(A, 900, B, 100))).containsEntry(A, 800);
  }

  @Test
  void givesUpAfterItsRoundsAndLiftsTheLimit() {
    rebalancing.begin();

    for (int round = 0; round < Rebalancing.MAX_ROUNDS; round++) {
      assertThat(rebalancing.round(Map.of(A, 30, B, 0))).containsEntry(A, 22);
    }
    assertThat(rebalancing.round(Map.of(A, 30, B, 0)))
        .containsExactlyInAnyOrderEntriesOf(Map.of(A, LIFTED, B, LIFTED));
    assertThat(rebalancing.isRunning()).isFalse();
  }

  @Test
  void neverAsksAWorkerBelowItsShareToClose() {
    rebalancing.begin();

    assertThat(rebalancing.round(Map.of(A, 1, B, 9, C, 50)).get(A)).isEqualTo(LIFTED);
  }
}
