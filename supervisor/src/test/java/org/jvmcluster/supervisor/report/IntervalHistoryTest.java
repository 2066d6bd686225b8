package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IntervalHistoryTest {
  private static final SeriesKey KEY = new SeriesKey("latencyNanos", Map.of());
  private static final SeriesKey HITS = new SeriesKey("hits", Map.of());
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final IntervalHistory history = new IntervalHistory(Duration.ofMinutes(1));

  private static Interval one(long arrived, long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(value);
    return new Interval(
        arrived,
        arrived,
        Map.of(KEY, RecordedValues.of(histogram)),
        Map.of(HITS, 2L),
        Map.of("0", value / 100.0));
  }

  private long count(IntervalHistory of, long now, Duration window) {
    Histogram sum = Histograms.empty();
    of.forEachWithin(now, window.toNanos(), interval -> interval.times().get(KEY).addTo(sum));
    return sum.getTotalCount();
  }

  private long count(long now, Duration window) {
    return count(history, now, window);
  }

  private long growth(long now, Duration window) {
    long[] sum = {0};
    history.forEachWithin(now, window.toNanos(), interval -> sum[0] += interval.growth().get(HITS));
    return sum[0];
  }

  @Test
  void answersReadersWithDifferentWindowsWithoutDisturbingThem() {
    for (int second = 0; second < 5; second++) {
      history.add(one(second * SECOND, second));
    }

    assertThat(count(4 * SECOND, Duration.ofSeconds(2))).isEqualTo(2);
    assertThat(count(4 * SECOND, Duration.ofSeconds(10))).isEqualTo(5);
    assertThat(count(4 * SECOND, Duration.ofSeconds(2))).isEqualTo(2);
    assertThat(growth(4 * SECOND, Duration.ofSeconds(2))).isEqualTo(4);
  }

  @Test
  void putsTogetherOnlyWhatArrivesCloserThanAQuarterOfASecond() {
    history.add(one(0, 1));
    history.add(one(IntervalHistory.SPACING.toNanos() - 1, 2));
    assertThat(history.size()).isEqualTo(1);

    history.add(one(IntervalHistory.SPACING.toNanos(), 3));

    assertThat(history.size()).isEqualTo(2);
    assertThat(count(SECOND, Duration.ofSeconds(10))).isEqualTo(3);
    assertThat(growth(SECOND, Duration.ofSeconds(10))).isEqualTo(6);
  }

  @Test
  void keepsTenSecondsToTheReportAndTheRestOfAMinuteInPartsOfFive() {
    for (int second = 0; second <= 59; second++) {
      history.add(one(second * SECOND, second));
      history.tidy(second * SECOND);
    }

    assertThat(history.size()).as("50 s in parts of 5 s, 10 s in reports").isEqualTo(20);
    assertThat(count(59 * SECOND, Duration.ofSeconds(10))).isEqualTo(10);
    assertThat(count(59 * SECOND, Duration.ofMinutes(1))).isEqualTo(60);
    assertThat(growth(59 * SECOND, Duration.ofMinutes(1))).isEqualTo(120);
  }

  @Test
  void losesNoneOfTheLargestUtilizationsWhenItPutsTogether() {
    history.add(one(0, 90));
    history.add(one(SECOND, 10));
    history.tidy(11 * SECOND);

    double[] largest = {0};
    history.forEachWithin(
        11 * SECOND,
        60 * SECOND,
        interval -> largest[0] = Math.max(largest[0], interval.busiest().get("0")));

    assertThat(history.size()).isEqualTo(1);
    assertThat(largest[0]).isEqualTo(0.9);
  }

  @Test
  void staysBoundedAndCompleteWhenItAbsorbsManyOthers() {
    for (int worker = 0; worker < 50; worker++) {
      IntervalHistory other = new IntervalHistory(Duration.ofMinutes(1));
      for (int second = 0; second < 10; second++) {
        other.add(one(second * SECOND + worker * 20_000_000L, worker));
      }
      history.absorb(other);
    }

    assertThat(history.size()).isLessThanOrEqualTo(44);
    assertThat(count(10 * SECOND, Duration.ofSeconds(11))).isEqualTo(500);
    history.tidy(30 * SECOND);
    assertThat(history.size()).isLessThanOrEqualTo(3);
    assertThat(count(30 * SECOND, Duration.ofMinutes(1))).isEqualTo(500);
  }

  @Test
  void showsNothingOlderThanTheWindowEvenInAPartThatIsYoungerInPlaces() {
    for (int second = 0; second < 5; second++) {
      history.add(one(second * SECOND, second));
    }
    history.tidy(20 * SECOND);

    assertThat(count(60 * SECOND - 1, Duration.ofMinutes(1))).isEqualTo(5);
    assertThat(count(60 * SECOND, Duration.ofMinutes(1))).isZero();
  }

  @Test
  void forgetsWhatNoWindowCanAskFor() {
    history.add(one(0, 1));

    history.tidy(60 * SECOND - 1);
    assertThat(history.size()).isEqualTo(1);

    history.tidy(60 * SECOND);
    assertThat(history.size()).isZero();
  }
}
