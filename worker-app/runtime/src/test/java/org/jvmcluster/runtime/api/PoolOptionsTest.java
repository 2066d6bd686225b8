package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolOptionsTest {
  @Test
  void hasFourThreadsAndAThousandPlacesUnlessToldOtherwise() {
    assertThat(PoolOptions.from(Map.of())).isEqualTo(PoolOptions.defaults());
    assertThat(PoolOptions.defaults().size()).isEqualTo(4);
    assertThat(PoolOptions.defaults().queue()).isEqualTo(1000);
    assertThat(PoolOptions.defaults().split()).isFalse();
    assertThat(PoolOptions.defaults().slowLaneCap()).isTrue();
    assertThat(PoolOptions.defaults().maxWait()).isEmpty();
    assertThat(PoolOptions.defaults().waitWarning()).contains(Duration.ofSeconds(1));
  }

  @Test
  void readsTheEnvironment() {
    PoolOptions options =
        PoolOptions.from(
            Map.of(
                "POOL_SIZE", "1024",
                "POOL_QUEUE", "1",
                "POOL_SPLIT", "on",
                "POOL_SLOW_LANE_CAP", "off",
                "POOL_MAX_WAIT", "1s",
                "POOL_WAIT_WARN", "50ms"));

    assertThat(options)
        .isEqualTo(
            PoolOptions.defaults()
                .withSize(1024)
                .withQueue(1)
                .withSplit(true)
                .withSlowLaneCap(false)
                .withMaxWait(Duration.ofSeconds(1))
                .withWaitWarning(Duration.ofMillis(50)));
  }

  @Test
  void takesAnEmptyVariableForNoneAndOffForNever() {
    assertThat(PoolOptions.from(Map.of("POOL_SIZE", "", "POOL_MAX_WAIT", "")))
        .isEqualTo(PoolOptions.defaults());
    assertThat(PoolOptions.from(Map.of("POOL_WAIT_WARN", "off")).waitWarning()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "POOL_SIZE, 0, from 1 to 1024",
    "POOL_SIZE, 1025, from 1 to 1024",
    "POOL_SIZE, -4, from 1 to 1024",
    "POOL_SIZE, four, from 1 to 1024",
    "POOL_SIZE, 99999999999, from 1 to 1024",
    "POOL_QUEUE, 0, of 1 or more",
    "POOL_SPLIT, yes, on or off",
    "POOL_SLOW_LANE_CAP, true, on or off",
    "POOL_MAX_WAIT, 10, with its unit",
    "POOL_MAX_WAIT, 0s, with its unit",
    "POOL_MAX_WAIT, 25h, at most 24h",
    "POOL_WAIT_WARN, -1s, with its unit"
  })
  void saysWhichVariableIsWrongAndWhatWouldBeRight(String name, String value, String right) {
    assertThatThrownBy(() -> PoolOptions.from(Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(name, "'" + value + "'", right, "unset it");
  }

  @ParameterizedTest
  @CsvSource({"0", "1025"})
  void refusesASizeOutOfRangeAlsoAsAnOption(int size) {
    assertThatThrownBy(() -> PoolOptions.defaults().withSize(size))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1 to 1024, not '" + size + "'");
  }

  @Test
  void refusesAWaitThatNobodyMeansAndNoClockCounts() {
    assertThat(PoolOptions.defaults().withMaxWait(Duration.ofDays(1)).maxWait())
        .contains(Duration.ofDays(1));
    assertThatThrownBy(() -> PoolOptions.defaults().withMaxWait(Duration.ofDays(1).plusNanos(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 24 h");
  }

  @Test
  void refusesToSplitOneThread() {
    assertThatThrownBy(() -> PoolOptions.from(Map.of("POOL_SIZE", "1", "POOL_SPLIT", "on")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("POOL_SIZE", "POOL_SPLIT");
  }
}
