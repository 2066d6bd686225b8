package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  @Test
  void takesMediansForTheSameThatDifferByLessThanATenth() {
    assertThat(same(100, 100)).isTrue();
    assertThat(same(100, 91)).isTrue();
    assertThat(same(91, 100)).isTrue();
    assertThat(same(100, 90)).isFalse();
    assertThat(same(90, 100)).isFalse();
    assertThat(same(0, 0)).isTrue();
  }

  private static boolean same(long one, long other) {
    return WarmUp.areSame(Duration.ofMillis(one), Duration.ofMillis(other));
  }
}
