package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.FakeClock;
import org.jvmcluster.runtime.time.NanoClock;

class TurnMeterTest {
  private static final long MILLI = 1_000_000;

  // So near its end that the clock wraps around within each test.
  private final FakeClock clock = new FakeClock(Long.MAX_VALUE - 5);
  private final TurnMeter meter = new TurnMeter(clock);

  private void pass(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }

  private void check(long elapsedMillis, long busyMillis, long busyForMillis) {
    TurnMeter.Instant now = meter.now();
    assertThat(now.elapsedNanos()).isEqualTo(elapsedMillis * MILLI);
    assertThat(now.busyNanos()).isEqualTo(busyMillis * MILLI);
    assertThat(now.busyForNanos()).isEqualTo(busyForMillis * MILLI);
  }

  @Test
  void countsOnlyWaitsAsIdle() {
    meter.begin();
    check(0, 0, 0);
    pass(3);
    check(3, 3, 3);

    meter.waits();
    check(3, 3, 0);
    pass(7);
    meter.polled();
    check(10, 3, 0);
    pass(5);
    check(15, 8, 5);
  }

  @Test
  void isExactInTheMiddleOfAWaitAndOfABlock() {
    meter.begin();
    meter.waits();
    pass(60_000);
    check(60_000, 0, 0);
    pass(1);
    check(60_001, 0, 0);

    meter.polled();
    pass(5_000);
    check(65_001, 5_000, 5_000);
    pass(1);
    check(65_002, 5_001, 5_001);
  }

  @Test
  void aPollThatDoesNotWaitBeginsAnotherTurnAndIsNotIdle() {
    meter.begin();
    pass(4);
    meter.polled();
    pass(6);

    check(10, 10, 6);
    meter.waits();
    assertThat(meter.turns().cursor().take().getTotalCount()).isEqualTo(2);
  }

  @Test
  void measuresTurnsFromPollToPollWithoutTheWaits() {
    meter.begin();
    meter.waits();
    pass(500);
    meter.polled();
    pass(20);
    meter.waits();
    pass(500);
    meter.polled();

    Histogram turns = meter.turns().cursor().take();
    assertThat(turns.getTotalCount()).isEqualTo(2);
    assertThat(turns.getCountAtValue(20 * MILLI)).isEqualTo(1);
    assertThat(turns.getCountAtValue(0)).isEqualTo(1);
  }

  @Test
  void aWaitThatIsAskedForTwiceBeginsOnce() {
    meter.begin();
    meter.waits();
    pass(2);
    meter.waits();
    pass(2);
    meter.leaves();
    meter.leaves();

    check(4, 0, 0);
    assertThat(meter.turns().cursor().take().getTotalCount()).isEqualTo(1);
  }

  @Test
  void isLateAfterMoreThanTenMillisecondsOfThisTurnOrTheOneBefore() {
    meter.begin();
    meter.waits();
    pass(1_000);
    meter.polled();
    assertThat(meter.isLate(clock.nanos())).isFalse();
    clock.advance(Duration.ofNanos(TurnMeter.LATE_NANOS));
    assertThat(meter.isLate(clock.nanos())).isFalse();

    clock.advance(Duration.ofNanos(1));
    assertThat(meter.isLate(clock.nanos())).isTrue();
    meter.waits();
    meter.polled();
    assertThat(meter.isLate(clock.nanos())).isTrue();
    meter.waits();
    meter.polled();
    assertThat(meter.isLate(clock.nanos())).isFalse();
  }

  @Test
  void theFirstRequestOfATurnWasReadWhenItWasFoundAndTheOthersNow() {
    meter.begin();
    meter.waits();
    pass(100);
    meter.polled();
    long found = clock.nanos();
    pass(3);

    assertThat(meter.requestBegins()).isEqualTo(found);
    assertThat(meter.requestBegins()).isEqualTo(clock.nanos());
  }

  @Test
  void aRequestThatBeginsInATaskBeginsNow() {
    meter.begin();
    meter.waits();
    meter.polled();
    meter.leaves();
    pass(3);

    assertThat(meter.requestBegins()).isEqualTo(clock.nanos());
  }

  @Test
  void measuresTheWaitOfATask() {
    meter.begin();
    long submitted = clock.nanos();
    pass(50);

    meter.taskBegins(submitted);

    assertThat(meter.taskWaits().cursor().take().getCountAtValue(50 * MILLI)).isEqualTo(1);
  }

  @Test
  void hasNothingToSayBeforeItBeginsAndIsIdleOnceItHasEnded() {
    assertThat(meter.hasBegun()).isFalse();
    assertThatThrownBy(meter::now).isInstanceOf(IllegalStateException.class);

    meter.begin();
    pass(1);
    meter.end();
    pass(100);

    assertThat(meter.hasEnded()).isTrue();
    check(101, 1, 0);
  }

  @Test
  void isReadWholeWhileTheLoopTurnsAsFastAsItCan() throws Exception {
    TurnMeter real = new TurnMeter(NanoClock.SYSTEM);
    AtomicBoolean stop = new AtomicBoolean();
    long seed = System.nanoTime();
    Thread loop = new Thread(() -> turnUntil(stop, real, new Random(seed)), "turning");
    real.begin();
    loop.start();
    try {
      TurnMeter.Instant before = real.now();
      for (int i = 0; i < 200_000; i++) {
        TurnMeter.Instant now = real.now();
        assertThat(now.elapsedNanos()).as("seed " + seed).isNotNegative();
        assertThat(now.busyNanos()).as("seed " + seed).isBetween(0L, now.elapsedNanos());
        assertThat(now.elapsedNanos()).isGreaterThanOrEqualTo(before.elapsedNanos());
        before = now;
      }
    } finally {
      stop.set(true);
      loop.join(60_000);
    }
    assertThat(loop.isAlive()).isFalse();
  }

  private static void turnUntil(AtomicBoolean stop, TurnMeter meter, Random random) {
    while (!stop.get()) {
      meter.waits();
      spin(random.nextInt(3_000));
      meter.polled();
      spin(random.nextInt(3_000));
    }
  }

  private static void spin(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
  }
}
