package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** When requests are due under a rate that changes. */
class RateCurveTest {
  private static final long START = 77_000;

  @Test
  void aRampSendsAQuarterOfItsRequestsInItsFirstHalf() {
    // From 0 to 100 a second in 10 s: 500 requests, 125 by 5 s.
    SendSequence ramp = SendSequence.evenly(RateCurve.ramp(0, 100, seconds(10)));

    assertThat(ramp.dueNanos(0, START, 0)).isEqualTo(START);
    assertThat(ramp.dueNanos(125, START, 0)).isEqualTo(START + seconds(5).toNanos());
    assertThat(ramp.dueNanos(500, START, 0)).isEqualTo(START + seconds(10).toNanos());
  }

  @Test
  void stepsFollowEachOtherForEqualTimes() {
    SendSequence steps =
        SendSequence.evenly(RateCurve.steps(List.of(10.0, 20.0, 40.0), seconds(3)));

    assertThat(steps.dueNanos(9, 0, 0)).isEqualTo(900_000_000L);
    assertThat(steps.dueNanos(10, 0, 0)).isEqualTo(1_000_000_000L);
    assertThat(steps.dueNanos(11, 0, 0)).isEqualTo(1_050_000_000L);
    assertThat(steps.dueNanos(30, 0, 0)).isEqualTo(2_000_000_000L);
    assertThat(steps.dueNanos(70, 0, 0)).isEqualTo(3_000_000_000L);
    assertThat(steps.dueNanos(74, 0, 0)).as("goes on at the last rate").isEqualTo(3_100_000_000L);
  }

  @Test
  void aRampDownToNothingSendsNothingBehindItsEnd() {
    RateCurve down = RateCurve.ramp(100, 0, seconds(10));

    assertThat(down.nanosAt(375)).isEqualTo(seconds(5).toNanos());
    assertThat(down.nanosAt(501)).isGreaterThan(LoadPlan.LONGEST.toNanos());
    assertThat(down.nanosAt(500)).isGreaterThanOrEqualTo(seconds(10).toNanos());
  }

  @Test
  void aConstantRateIsThatOfTheEvenSequence() {
    SendSequence curve = SendSequence.evenly(RateCurve.constant(128));
    SendSequence constant = SendSequence.constantRate(128);

    for (long index = 0; index < 1_000_000; index += 997) {
      assertThat(curve.dueNanos(index, START, 0))
          .isCloseTo(constant.dueNanos(index, START, 0), within(1L));
    }
  }

  @Property(tries = 300)
  void theNumberDueInAnIntervalIsTheIntegralOfTheRate(
      @ForAll @DoubleRange(min = 0, max = 2000) double from,
      @ForAll @DoubleRange(min = 1, max = 2000) double to,
      @ForAll @IntRange(min = 1, max = 20) int length,
      @ForAll @DoubleRange(min = 0, max = 1) double begin,
      @ForAll @DoubleRange(min = 0, max = 1) double end) {
    RateCurve curve = RateCurve.ramp(from, to, seconds(length));
    double low = Math.min(begin, end) * length;
    double high = Math.max(begin, end) * length;

    long due = dueBefore(curve, high, length) - dueBefore(curve, low, length);

    assertThat((double) due)
        .isCloseTo(
            integral(from, to, length, high) - integral(from, to, length, low), within(1.01));
  }

  @Property(tries = 200)
  void eachStepHasItsRateTimesItsLength(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 500) Integer> rates) {
    RateCurve curve =
        RateCurve.steps(
            rates.stream().map(Integer::doubleValue).toList(), seconds(2L * rates.size()));

    long before = 0;
    for (int step = 0; step < rates.size(); step++) {
      long until = dueBefore(curve, 2.0 * (step + 1), 2.0 * rates.size());
      assertThat(until - before).isEqualTo(2L * rates.get(step));
      before = until;
    }
  }

  @Property(tries = 200)
  void sendTimesNeverGoBack(
      @ForAll @Size(min = 1, max = 5) List<@DoubleRange(min = 0.1, max = 5000) Double> rates,
      @ForAll long seed) {
    SendSequence sequence = SendSequence.poisson(RateCurve.steps(rates, seconds(3)), seed);

    long before = START;
    for (long index = 0; index < 500; index++) {
      long due = sequence.dueNanos(index, START, 0);
      assertThat(due).isGreaterThanOrEqualTo(before);
      before = due;
    }
  }

  @Test
  void refusesARateOfNothing() {
    assertThatThrownBy(() -> RateCurve.ramp(0, 0, seconds(1)))
        .hasMessageContaining("more than 0 requests a second");
    assertThatThrownBy(() -> RateCurve.constant(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RateCurve.constant(Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  /** Requests from 0 to that moment. */
  private static double integral(double from, double to, double length, double moment) {
    return from * moment + (to - from) * moment * moment / (2 * length);
  }

  /** By search, since due times never go back. */
  private static long dueBefore(RateCurve curve, double moment, double length) {
    long nanos = Math.round(moment * 1e9);
    long low = 0;
    long high = (long) (5000 * length);
    while (low < high) {
      long middle = (low + high) / 2;
      if (curve.nanosAt((double) middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
