package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IntervalHistoryTest {
  private static final SeriesKey KEY = new SeriesKey("latencyNanos", Map.of());
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final IntervalHistory history = new IntervalHistory(Duration.ofSeconds(10));

  private static Map<SeriesKey, RecordedValues> one(long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(value);
    return Map.of(KEY, RecordedValues.of(histogram));
  }

  private long count(long now, Duration window) {
    Histogram sum = Histograms.empty();
    history.addTo(sum, KEY.name(), now, window.toNanos());
    return sum.getTotalCount();
  }

  @Test
  void answersReadersWithDifferentWindowsWithoutDisturbingThem() {
    for (int second = 0; second < 5; second++) {
      history.add(second * SECOND, one(second));
    }

    assertThat(count(4 * SECOND, Duration.ofSeconds(2))).isEqualTo(2);
    assertThat(count(4 * SECOND, Duration.ofSeconds(10))).isEqualTo(5);
    assertThat(count(4 * SECOND, Duration.ofSeconds(2))).isEqualTo(2);
  }

  @Test
  void putsTogetherOnlyWhatArrivesCloserThanAQuarterOfASecond() {
    history.add(0, one(1));
    history.add(IntervalHistory.SPACING.toNanos() - 1, one(2));
    assertThat(history.size()).isEqualTo(1);

    history.add(IntervalHistory.SPACING.toNanos(), one(3));

    assertThat(history.size()).isEqualTo(2);
    assertThat(count(SECOND, Duration.ofSeconds(10))).isEqualTo(3);
  }

  @Test
  void staysBoundedAndCompleteWhenItAbsorbsManyOthers() {
    for (int worker = 0; worker < 50; worker++) {
      IntervalHistory other = new IntervalHistory(Duration.ofSeconds(10));
      for (int second = 0; second < 10; second++) {
        other.add(second * SECOND + worker * 20_000_000L, one(worker));
      }
      history.absorb(other);
    }

    assertThat(history.size()).isLessThanOrEqualTo(44);
    assertThat(count(10 * SECOND, Duration.ofSeconds(11))).isEqualTo(500);
  }

  @Test
  void forgetsWhatNoWindowCanAskFor() {
    history.add(0, one(1));

    history.forget(10 * SECOND - 1);
    assertThat(history.size()).isEqualTo(1);

    history.forget(10 * SECOND);
    assertThat(history.size()).isZero();
  }
}
