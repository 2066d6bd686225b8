package org.jvmcluster.supervisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.supervisor.load.LatencyDistribution;

final class ServiceTimeTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100ms              | 100 | 100",
        "1.5ms              | 1.5 | 1.5",
        "250us              | 0.25 | 0.25",
        "2s                 | 2000 | 2000",
        // ln 100 times the mean.
        "exp:100ms          | 100 | 460.5",
        "lognormal:20ms:60ms| 20 | 60",
        // 90 of 10 ms and 10 of 110 ms.
        "10ms=90,110ms=10   | 20 | 110",
        "10ms=0.5           | 10 | 10",
      })
  void drawsWhatWasWritten(String text, double meanMillis, double p99Millis) {
    ServiceTime time = ServiceTimeText.parse(text.strip(), ServiceTimeTest::noFile);

    SplittableRandom random = new SplittableRandom(1);
    double[] drawn =
        Stream.generate(() -> time.nextNanos(random))
            .limit(MANY)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    assertThat(time.meanNanos() / 1e6).isCloseTo(meanMillis, within(1e-6));
    assertThat(Arrays.stream(drawn).average().orElseThrow() / 1e6)
        .isCloseTo(meanMillis, within(0.015 * meanMillis));
    assertThat(drawn[MANY * 99 / 100] / 1e6).isCloseTo(p99Millis, within(0.03 * p99Millis));
  }

  @Test
  void drawsFromWhatWasMeasuredAsOftenAsItWas() {
    Histogram seen = new Histogram(1_000, Duration.ofHours(1).toNanos(), 3);
    seen.recordValueWithCount(Duration.ofMillis(20).toNanos(), 75);
    seen.recordValueWithCount(Duration.ofMillis(40).toNanos(), 25);

    ServiceTime time = ServiceTimeText.parse("file:a:b.json", file -> LatencyDistribution.of(seen));

    SplittableRandom random = new SplittableRandom(1);
    double longer =
        Stream.generate(() -> time.nextNanos(random))
            .limit(MANY)
            .filter(each -> each > 3e7)
            .count();
    assertThat(longer / MANY).isCloseTo(0.25, within(0.01));
    assertThat(time.meanNanos() / 1e6).isCloseTo(25, within(0.03));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "100",
        "100 ms",
        "-5ms",
        "0ms",
        "exp:",
        "exp:5",
        "gamma:5ms",
        "lognormal:5ms",
        "lognormal:5ms:5ms",
        "lognormal:5ms:80ms",
        "10ms,20ms",
        "10ms=0,20ms=1",
        "10ms=1,",
        "=1",
        "file:missing",
        "10ms=x"
      })
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> ServiceTimeText.parse(text, ServiceTimeTest::noFile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).+");
  }

  @Test
  void refusesAMeasurementWithoutASample() {
    LatencyDistribution empty =
        LatencyDistribution.of(new Histogram(1_000, Duration.ofHours(1).toNanos(), 3));

    assertThatThrownBy(() -> ServiceTime.measured(empty)).hasMessageContaining("no sample");
  }

  private static LatencyDistribution noFile(String name) {
    throw new IllegalArgumentException("no file " + name);
  }
}
