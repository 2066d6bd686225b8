package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingRuleTest {
  private final SettlingRule rule = new SettlingRule();

  @Test
  void needsTwoWindowsBeforeItJudges() {
    add(39, 1_000);
    assertThat(rule.isSettled()).isFalse();

    add(1, 1_000);
    assertThat(rule.isSettled()).isTrue();
  }

  @Test
  void goesOnWhileRequestsBecomeClearlyFaster() {
    add(20, 1_300);
    add(20, 1_000);
    assertThat(rule.isSettled()).isFalse();
  }

  @Test
  void hasSettledWhenTheGainIsSmall() {
    add(20, 1_299);
    add(20, 1_000);
    assertThat(rule.isSettled()).isTrue();
  }

  @Test
  void hasSettledWhenRequestsBecomeSlower() {
    add(20, 1_000);
    add(20, 5_000);
    assertThat(rule.isSettled()).isTrue();
  }

  @Test
  void forgetsWhatLiesFurtherBackAndIsNotMisledByASingleSlowRequest() {
    add(33, 90_000);
    add(20, 1_000);
    assertThat(rule.isSettled()).isFalse();

    add(19, 1_000);
    add(1, 70_000);
    assertThat(rule.isSettled()).isTrue();
  }

  private void add(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      rule.add(nanos);
    }
  }
}
