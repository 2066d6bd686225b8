package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.FakeClock;

class LoopReaderTest {
  private static final long MILLI = 1_000_000;

  private final FakeClock clock = new FakeClock(0);
  private final EventLoops loops = new EventLoops(clock);

  /** A loop that begins now, whose polls are the test's. */
  private MeteredLoop loop() {
    MeteredLoop loop = new MeteredLoop(null, Runnable::run, FakeHandler.factory(), loops);
    loop.turns().begin();
    loops.began(loop);
    loop.turns().waits();
    return loop;
  }

  private void pass(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }

  @Test
  void utilizationIsOfTheWindowAndNotOfTheWholeLife() {
    MeteredLoop loop = loop();
    LoopReader reader = loops.reader();
    pass(3_600_000);
    assertThat(reader.take().get(0).utilization()).isZero();

    loop.turns().polled();
    pass(900);
    loop.turns().waits();
    pass(100);
    assertThat(reader.take().get(0).utilization()).isEqualTo(0.9);
    pass(1_000);
    assertThat(reader.take().get(0).utilization()).isZero();
  }

  @Test
  void isOneInTheMiddleOfABlock() {
    MeteredLoop loop = loop();
    LoopReader reader = loops.reader();
    loop.turns().polled();
    pass(700);

    LoopWindow window = reader.take().get(0);

    assertThat(window.utilization()).isEqualTo(1.0);
    assertThat(window.busyForNanos()).isEqualTo(700 * MILLI);
    assertThat(window.lagMaxNanos()).isBetween(695 * MILLI, 705 * MILLI);
    assertThat(window.lagP99Nanos()).isGreaterThan(685 * MILLI);
    assertThat(window.turns().getTotalCount()).isZero();
  }

  @Test
  void readersDoNotTakeFromEachOther() {
    MeteredLoop loop = loop();
    LoopReader report = loops.reader();
    LoopReader guard = loops.reader();
    for (int i = 0; i < 10; i++) {
      loop.turns().polled();
      pass(50);
      loop.turns().waits();
      pass(50);
      LoopWindow window = guard.take().get(0);
      assertThat(window.utilization()).isEqualTo(0.5);
      assertThat(window.turns().getTotalCount()).isEqualTo(1);
    }

    LoopWindow whole = report.take().get(0);

    assertThat(whole.elapsedNanos()).isEqualTo(1_000 * MILLI);
    assertThat(whole.utilization()).isEqualTo(0.5);
    assertThat(whole.turns().getTotalCount()).isEqualTo(10);
    assertThat(whole.lag().getTotalCount()).isEqualTo(100);
  }

  @Test
  void beginsWithTheReaderOrWithTheLoopWhicheverIsLater() {
    loop();
    pass(1_000);
    LoopReader reader = loops.reader();
    pass(10);
    loop();
    pass(10);

    List<LoopWindow> windows = reader.take();

    assertThat(windows).extracting(LoopWindow::loop).containsExactly(0, 1);
    assertThat(windows)
        .extracting(LoopWindow::elapsedNanos)
        .containsExactly(20 * MILLI, 10 * MILLI);
  }

  @Test
  void hasALastLookAtALoopThatEnded() {
    MeteredLoop loop = loop();
    LoopReader reader = loops.reader();
    loop.turns().polled();
    pass(30);
    loop.turns().end();
    loops.ended(loop);
    pass(70);

    assertThat(reader.take()).extracting(LoopWindow::busyNanos).containsExactly(30 * MILLI);
    assertThat(reader.take()).isEmpty();
  }

  @Test
  void anEmptyWindowIsIdle() {
    loop();

    LoopWindow window = loops.reader().take().get(0);

    assertThat(window.utilization()).isZero();
    assertThat(window.lagMaxNanos()).isZero();
    assertThat(window.lagP99Nanos()).isZero();
  }

  @Test
  void refusesAWindowThatIsBusyForLongerThanItLasts() {
    LoopWindow empty = emptyWindow();

    assertThatThrownBy(
            () -> new LoopWindow(0, 1, 2, 0, 0, empty.lag(), empty.turns(), empty.taskWaits()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private LoopWindow emptyWindow() {
    loop();
    return loops.reader().take().get(0);
  }

  @Test
  void reportsEachLoopUnderItsNumber() {
    loop();
    MeteredLoop second = loop();
    LoopReadings readings = loops.readings();
    second.turns().polled();
    pass(1_000);

    List<Reading> taken = readings.takeReadings();

    assertThat(counter(taken, ReadingNames.LOOP_BUSY_NANOS, 0)).isZero();
    assertThat(counter(taken, ReadingNames.LOOP_ELAPSED_NANOS, 0)).isEqualTo(1_000 * MILLI);
    assertThat(counter(taken, ReadingNames.LOOP_BUSY_NANOS, 1)).isEqualTo(1_000 * MILLI);
    assertThat(taken)
        .filteredOn(reading -> reading.name().equals(ReadingNames.LOOP_BUSY_FOR_NANOS))
        .map(reading -> ((Reading.Gauge) reading).value())
        .containsExactly(0.0, 1_000.0 * MILLI);
  }

  private static long counter(List<Reading> readings, String name, int loop) {
    return readings.stream()
        .filter(reading -> reading.name().equals(name))
        .filter(reading -> reading.labels().get("loop").equals(Integer.toString(loop)))
        .mapToLong(reading -> ((Reading.Counter) reading).total())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aStallIsNewsWhenItHasLastedHalfASecondAndWhenItHasEnded() {
    MeteredLoop loop = loop();
    LoopReadings readings = loops.readings();
    assertThat(readings.isUrgent()).isFalse();
    loop.turns().polled();
    clock.advance(Duration.ofNanos(StallNews.STALL_NANOS));
    assertThat(readings.isUrgent()).isFalse();

    clock.advance(Duration.ofNanos(1));
    assertThat(readings.isUrgent()).isTrue();
    pass(100);
    assertThat(readings.isUrgent()).isFalse();
    loop.turns().waits();
    assertThat(readings.isUrgent()).isTrue();
    assertThat(readings.isUrgent()).isFalse();
  }

  @Test
  void anotherStallOfTheSameLoopIsNewsAgainAndSoIsTheEndOfALoop() {
    MeteredLoop loop = loop();
    LoopReadings readings = loops.readings();
    loop.turns().polled();
    pass(600);
    assertThat(readings.isUrgent()).isTrue();
    loop.turns().waits();
    loop.turns().polled();
    pass(600);
    assertThat(readings.isUrgent()).isTrue();
    assertThat(readings.isUrgent()).isFalse();

    loop.turns().end();
    loops.ended(loop);
    assertThat(readings.isUrgent()).isTrue();
    assertThat(readings.isUrgent()).isFalse();
  }
}
