package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadRateTest {
  @Test
  void readsOneRateARampAndSteps() {
    assertThat(LoadRate.parse("0.5"))
        .isEqualTo(new LoadRate(LoadRate.Form.CONSTANT, List.of(0.5), "0.5"));
    assertThat(LoadRate.parse("0..250.5"))
        .isEqualTo(new LoadRate(LoadRate.Form.RAMP, List.of(0.0, 250.5), "0..250.5"));
    assertThat(LoadRate.parse("10,20,5"))
        .isEqualTo(new LoadRate(LoadRate.Form.STEPS, List.of(10.0, 20.0, 5.0), "10,20,5"));
    assertThat(LoadRate.parse("1000000").changes()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "x", "0", "0.0", "-1", "1000001", "NaN", "1e3", "0..0", "1..", "..1", "1..2..3",
        "1...2", "1,,2", "1,0", ",", "1,2,", "0x10"
      })
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> LoadRate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a rate is a number above 0")
        .hasMessageContaining("R1..R2");
  }

  @Test
  void hasABoundedNumberOfSteps() {
    assertThat(LoadRate.parse("1,".repeat(99) + "1").steps()).isEqualTo(100);
    assertThatThrownBy(() -> LoadRate.parse("1,".repeat(100) + "1"))
        .hasMessageContaining("up to 100 steps, not 101");
  }
}
