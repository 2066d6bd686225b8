package org.jvmcluster.supervisor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({"0s,0", "500ms,500", "10s,10000", "2m,120000", "1h,3600000", "090s,90000"})
  void readsANumberAndItsUnit(String text, long millis) {
    assertThat(DurationText.of(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"0,0s", "500,500ms", "1500,1500ms", "90000,90s", "120000,2m", "3600000,1h"})
  void writesTheLargestUnitWithoutAFraction(long millis, String text) {
    assertThat(DurationText.format(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Property
  void readsWhatItWrote(@ForAll @LongRange(min = 0, max = 999_999_999L) long millis) {
    Duration duration = Duration.ofMillis(millis);

    assertThat(DurationText.of(DurationText.format(duration))).isEqualTo(duration);
  }

  @Test
  void saysThatABareNumberLacksItsUnit() {
    assertThatThrownBy(() -> DurationText.of("30"))
        .hasMessage("'30' has no unit: write 30ms, 30s or 30m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1s", "1.5s", "1 s", "1S", "1d", "9999999999s", "1s1s", "١s"})
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> DurationText.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write 500ms, 10s, 2m or 1h");
  }
}
