package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.FakeClock;

class LagTicksTest {
  private static final long MILLI = 1_000_000;

  private final FakeClock clock = new FakeClock(0);
  private final TurnMeter meter = new TurnMeter(clock);
  private final Reader reader = new Reader();
  private final Reader other = new Reader();

  LagTicksTest() {
    meter.begin();
    meter.waits();
  }

  /** As a {@link LoopReader} does it. */
  private final class Reader {
    private final LagTicks ticks = new LagTicks();
    private final DurationCounts.Cursor turns = meter.turns().cursor();
    private long elapsed;

    Histogram take() {
      Histogram ended = turns.take();
      TurnMeter.Instant now = meter.now();
      Histogram lag = meter.turns().emptyHistogram();
      ticks.reckon(now.elapsedNanos() - elapsed, ended, now, lag);
      elapsed = now.elapsedNanos();
      return lag;
    }
  }

  private void idle(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }

  private void turn(long micros) {
    meter.polled();
    clock.advance(Duration.ofNanos(micros * 1_000));
    meter.waits();
  }

  private static long atLeast(Histogram lag, long millis) {
    return lag.getCountBetweenValues(millis * MILLI, DurationCounts.HIGHEST_NANOS);
  }

  @Test
  void anIdleLoopHasATickEveryTenMillisecondsThatIsNotLate() {
    idle(10_000);

    Histogram lag = reader.take();

    assertThat(lag.getTotalCount()).isEqualTo(1_000);
    assertThat(lag.getMaxValue()).isLessThan(MILLI);
  }

  @Test
  void aStallOfSevenHundredMillisecondsDelaysSeventyTicks() {
    idle(4_650);
    turn(700_000);
    idle(4_650);

    Histogram lag = reader.take();

    assertThat(lag.getTotalCount()).isEqualTo(1_000);
    assertThat(lag.getMaxValue()).isBetween(695 * MILLI, 705 * MILLI);
    assertThat(atLeast(lag, 9)).isEqualTo(70);
    assertThat(lag.getCountBetweenValues(395 * MILLI, 605 * MILLI)).isEqualTo(21);
    assertThat(lag.getValueAtPercentile(99)).isBetween(600 * MILLI, 620 * MILLI);
    assertThat(lag.getValueAtPercentile(50)).isLessThan(MILLI);
  }

  @Test
  void aTurnOfTenMillisecondsDelaysOneTickAndAShorterOneNone() {
    turn(10_100);
    idle(100);
    assertThat(atLeast(reader.take(), 9)).isEqualTo(1);

    turn(9_900);
    idle(100);
    assertThat(atLeast(reader.take(), 9)).isZero();
  }

  @Test
  void ticksOfShortTurnsAreHalfATurnLateOnAverage() {
    for (int i = 0; i < 500; i++) {
      turn(8_000);
    }

    Histogram lag = reader.take();

    assertThat(lag.getTotalCount()).isBetween(398L, 400L);
    assertThat(lag.getValueAtPercentile(50)).isBetween(3_900_000L, 4_100_000L);
  }

  @Test
  void whateverHappensAnIntervalHasAsManyTicksAsItHasTensOfMilliseconds() {
    long told = 0;
    for (int i = 0; i < 40; i++) {
      turn(i * 3_000L);
      idle(7);
      told += reader.take().getTotalCount();
    }

    assertThat(told).isBetween(clock.nanos() / MILLI / 10 - 3, clock.nanos() / MILLI / 10);
  }

  @Test
  void showsAStallWhileItLastsAndCountsItsTicksOnce() {
    idle(1_000);
    assertThat(reader.take().getTotalCount()).isEqualTo(100);
    meter.polled();
    Histogram sum = meter.turns().emptyHistogram();

    for (int second = 1; second <= 5; second++) {
      idle(1_000);
      Histogram lag = reader.take();
      assertThat(lag.getTotalCount()).isEqualTo(100);
      assertThat(lag.getMaxValue()).isBetween(second * 990L * MILLI, second * 1_010L * MILLI);
      assertThat(lag.getMinValue()).isGreaterThan((second - 1) * 1_000L * MILLI);
      sum.add(lag);
    }
    idle(500);
    meter.waits();
    idle(500);
    Histogram end = reader.take();
    sum.add(end);
    other.take();

    assertThat(end.getTotalCount()).isEqualTo(100);
    assertThat(atLeast(end, 9)).isBetween(50L, 54L);
    assertThat(end.getMaxValue()).isBetween(5_450 * MILLI, 5_550 * MILLI);
    assertThat(atLeast(sum, 9)).isBetween(550L, 554L);
    assertThat(reader.take().getTotalCount()).isZero();
  }

  @Test
  void readersThatLookAtOtherTimesSeeTheSameTicks() {
    meter.polled();
    idle(300);
    Histogram first = reader.take();
    idle(404);
    first.add(reader.take());
    meter.waits();
    turn(2_000_000);
    idle(296);
    first.add(reader.take());

    Histogram whole = other.take();

    assertThat(first.getTotalCount()).isEqualTo(whole.getTotalCount());
    assertThat(atLeast(first, 9)).isEqualTo(atLeast(whole, 9)).isBetween(270L, 272L);
    assertThat(first.getMaxValue()).isEqualTo(whole.getMaxValue());
  }

  @Test
  void aStallThatWasSeenAndIsNotCountedYetIsNotForgotten() {
    meter.polled();
    idle(1_000);
    reader.take();
    Histogram beforeTheEnd = reader.turns.take();
    meter.waits();
    idle(1_000);

    // The reader looked at the counts before the turn ended and at the loop after.
    Histogram between = meter.turns().emptyHistogram();
    reader.ticks.reckon(1_000 * MILLI, beforeTheEnd, meter.now(), between);
    reader.elapsed += 1_000 * MILLI;
    Histogram after = reader.take();

    assertThat(between.getTotalCount()).isEqualTo(100);
    assertThat(atLeast(after, 9)).isZero();
  }

  @Test
  void aStallOfMoreThanAnHourIsOneOfAnHour() {
    meter.polled();
    clock.advance(Duration.ofMinutes(61));
    assertThat(reader.take().getMaxValue()).isGreaterThan(Duration.ofMinutes(59).toNanos());
    idle(1_000);
    meter.waits();
    idle(1_000);

    assertThat(atLeast(reader.take(), 9)).isZero();
  }
}
