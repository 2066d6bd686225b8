package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.FakeClock;

class ProcessStopsTest {
  private static final long MILLI = 1_000_000;
  private static final int CORES = 2;

  private final FakeClock clock = new FakeClock(Long.MAX_VALUE);
  private long oversleep;
  private long gcInTheSleep;
  private long cpuInTheSleep;
  private long gc;
  private long cpu;
  private final ProcessStops stops =
      new ProcessStops(clock, this::sleep, () -> gc, () -> cpu, CORES);

  private void sleep(long nanos) {
    clock.advance(Duration.ofNanos(nanos + oversleep));
    gc += gcInTheSleep;
    cpu += cpuInTheSleep;
  }

  private List<Reading> look(long oversleptNanos, long gcNanos, long cpuNanos) throws Exception {
    oversleep = oversleptNanos;
    gcInTheSleep = gcNanos;
    cpuInTheSleep = cpuNanos;
    stops.look();
    return stops.takeReadings();
  }

  private static Histogram histogram(List<Reading> readings) {
    assertThat(readings)
        .singleElement()
        .extracting(Reading::name)
        .isEqualTo(ReadingNames.PROCESS_STOP_NANOS);
    return ((Reading.Distribution) readings.get(0)).histogram();
  }

  @Test
  void aStopOfThreeSecondsIsOneOfThreeSeconds() throws Exception {
    Histogram found = histogram(look(3_000 * MILLI, 0, 0));

    assertThat(found.getTotalCount()).isEqualTo(1);
    assertThat(found.valuesAreEquivalent(found.getMaxValue(), 3_000 * MILLI)).isTrue();
    assertThat(look(0, 0, 0)).isEmpty();
  }

  @Test
  void ordinaryLatenessIsNoStop() throws Exception {
    assertThat(look(ProcessStops.SHORTEST_NANOS - 1, 0, 0)).isEmpty();
    assertThat(look(ProcessStops.SHORTEST_NANOS, 0, 0)).hasSize(1);
  }

  @Test
  void aCollectionExplainsItsPause() throws Exception {
    assertThat(look(800 * MILLI, 750 * MILLI, 1_500 * MILLI)).isEmpty();

    Histogram found = histogram(look(800 * MILLI, 300 * MILLI, 600 * MILLI));
    assertThat(found.valuesAreEquivalent(found.getMaxValue(), 500 * MILLI)).isTrue();
  }

  @Test
  void aProcessThatComputesMeanwhileIsNotStopped() throws Exception {
    long most = CORES * ProcessStops.SLEEP_NANOS + 100 * MILLI;

    assertThat(look(1_000 * MILLI, 0, most)).hasSize(1);
    assertThat(look(1_000 * MILLI, 0, most + 1)).isEmpty();
  }

  @Test
  void endsWhenItsThreadIsInterrupted() throws Exception {
    Thread thread =
        new Thread(
            new ProcessStops(
                clock,
                nanos -> {
                  throw new InterruptedException("the test's");
                },
                () -> 0,
                () -> 0,
                CORES));
    thread.start();

    thread.join(60_000);

    assertThat(thread.isAlive()).isFalse();
  }
}
