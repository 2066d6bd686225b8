package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class LoopMeterTest {
  private static final long MILLI = 1_000_000;

  private final LoopMeter meter = new LoopMeter(7);

  private List<Reading.Distribution> readings() {
    List<Reading> readings = new ArrayList<>();
    meter.addReadings(readings);
    return readings.stream().map(Reading.Distribution.class::cast).toList();
  }

  @Test
  void latencyIsServerTimeAndTheAgeOnArrival() {
    meter.answered(10 * MILLI, 90 * MILLI);

    List<Reading.Distribution> readings = readings();

    assertThat(readings)
        .extracting(Reading::name)
        .containsExactly(ReadingNames.LATENCY_NANOS, ReadingNames.SERVER_TIME_NANOS);
    assertThat(readings).allMatch(reading -> reading.labels().equals(Map.of("loop", "7")));
    assertThat(readings.get(0).histogram().valuesAreEquivalent(100 * MILLI, max(readings, 0)))
        .isTrue();
    assertThat(readings.get(1).histogram().valuesAreEquivalent(10 * MILLI, max(readings, 1)))
        .isTrue();
  }

  private static long max(List<Reading.Distribution> readings, int index) {
    return readings.get(index).histogram().getMaxValue();
  }

  @Test
  void eachReadingHoldsWhatCameSinceTheLast() {
    meter.answered(MILLI, 0);
    List<Reading.Distribution> first = readings();
    meter.answered(2 * MILLI, 0);
    meter.answered(3 * MILLI, 0);

    assertThat(readings().get(0).histogram().getTotalCount()).isEqualTo(2);
    assertThat(first.get(0).histogram().getTotalCount()).isEqualTo(1);
    assertThat(meter.answers()).isEqualTo(3);
  }

  @Test
  void saysNothingWhereNothingWasAnswered() {
    assertThat(readings()).isEmpty();
    meter.answered(MILLI, 0);
    readings();
    assertThat(readings()).isEmpty();
  }

  @Test
  void recordsWhatTookLongerThanAnHourAsAnHour() {
    long hour = Duration.ofHours(1).toNanos();

    meter.answered(hour, hour);
    meter.answered(-1, 0);

    assertThat(readings())
        .allSatisfy(
            reading ->
                assertThat(reading.histogram().valuesAreEquivalent(hour, max(List.of(reading), 0)))
                    .isTrue());
  }
}
