package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.jvmcluster.supervisor.report.Reports.hello;
import static org.jvmcluster.supervisor.report.Reports.latencies;
import static org.jvmcluster.supervisor.report.Reports.launch;
import static org.jvmcluster.supervisor.report.Reports.report;
import static org.jvmcluster.supervisor.report.Reports.times;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class ReadingStoreTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration NANO = Duration.ofNanos(1);

  private final HandClock clock = new HandClock();
  private final ReadingStore store = new ReadingStore(clock);

  @Test
  void readsPercentilesOffTheAddedHistogramsInsteadOfAveragingThem() {
    store.join(hello(1, 0));
    store.join(hello(2, 1));

    store.add(launch(1), report(1, 900, times(900, Duration.ofMillis(1))));
    store.add(launch(2), report(1, 100, times(100, Duration.ofSeconds(1))));

    FleetFigures figures = store.figures(Window.LAST_10_SECONDS);
    assertThat(figures.latency().count()).isEqualTo(1000);
    assertThat(figures.latency().p50Millis()).hasValueCloseTo(1.0, within(0.001));
    assertThat(figures.latency().p90Millis()).hasValueCloseTo(1.0, within(0.001));
    assertThat(figures.latency().p99Millis()).hasValueCloseTo(1000.0, within(1.0));
    assertThat(figures.latency().maxMillis()).hasValueCloseTo(1000.0, within(1.0));
    assertThat(figures.serverTime().p99Millis()).hasValueCloseTo(500.0, within(0.5));
  }

  @Test
  void agreesExactlyWithOneHistogramThatHoldsEverySample() {
    long seed = 20_260_101;
    Random random = new Random(seed);
    Histogram all = Reports.histogram();
    List<Long> samples = new ArrayList<>();
    for (int worker = 1; worker <= 5; worker++) {
      store.join(hello(worker, worker));
    }

    for (int second = 1; second <= 9; second++) {
      for (int worker = 1; worker <= 5; worker++) {
        List<Duration> latencies = new ArrayList<>();
        for (int i = random.nextInt(400); i >= 0; i--) {
          long nanos = (long) Math.exp(7 + random.nextDouble() * 16);
          latencies.add(Duration.ofNanos(nanos));
          samples.add(nanos);
          all.recordValue(nanos);
        }
        store.add(launch(worker), report(second, List.of(latencies(second % 2, latencies))));
      }
      clock.advance(SECOND);
    }

    LatencyFigures merged = store.figures(Window.LAST_10_SECONDS).latency();
    assertThat(merged.count()).isEqualTo(samples.size());
    assertThat(merged).isEqualTo(LatencyFigures.of(all, Duration.ofSeconds(9)));
    assertThat(store.figures(Window.ALL).latency()).isEqualTo(merged);
    samples.sort(null);
    double exactP99 = samples.get((int) Math.ceil(samples.size() * 0.99) - 1) / 1e6;
    assertThat(merged.p99Millis())
        .as("seed %d", seed)
        .hasValueCloseTo(exactP99, within(exactP99 / 1000));
  }

  @Test
  void addsTheLoopsOfAWorker() {
    store.join(hello(1, 0));

    store.add(
        launch(1),
        report(
            1,
            List.of(
                latencies(0, times(2, Duration.ofMillis(1))),
                latencies(1, times(1, Duration.ofMillis(9))))));

    assertThat(store.figures(Window.ALL).workers().get(launch(1)).latency().count()).isEqualTo(3);
  }

  @Test
  void keepsAReportInTheWindowUntilItIsTenSecondsOld() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 1, times(1, Duration.ofSeconds(2))));

    clock.advance(Duration.ofSeconds(10).minus(NANO));
    assertThat(store.figures(Window.LAST_10_SECONDS).latency().count()).isEqualTo(1);

    clock.advance(NANO);
    LatencyFigures quiet = store.figures(Window.LAST_10_SECONDS).latency();
    assertThat(quiet.count()).isZero();
    assertThat(quiet.p50Millis()).isEmpty();
    assertThat(quiet.maxMillis()).as("of the same window as the percentiles").isEmpty();
    assertThat(store.figures(Window.ALL).latency().count()).isEqualTo(1);
  }

  @Test
  void saysHowLongTheWindowReallyIsForAYoungWorker() {
    clock.advance(Duration.ofMinutes(1));
    store.join(hello(1, 0));
    clock.advance(Duration.ofSeconds(3));

    FleetFigures figures = store.figures(Window.LAST_10_SECONDS);

    assertThat(figures.workers().get(launch(1)).latency().window())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(figures.latency().window()).isEqualTo(Duration.ofSeconds(10));
    assertThat(store.figures(Window.ALL).latency().window()).isEqualTo(Duration.ofSeconds(63));
  }

  @Test
  void knowsNothingOfAWorkerBeforeItsFirstReport() {
    store.join(hello(1, 0));

    WorkerFigures figures = store.figures(Window.LAST_10_SECONDS).workers().get(launch(1));

    assertThat(figures.requests()).isEmpty();
    assertThat(figures.connections()).isEmpty();
    assertThat(figures.heapUsedBytes()).isEmpty();
    assertThat(figures.reportAge()).isEmpty();
    assertThat(figures.latency().p50Millis()).isEmpty();
    assertThat(figures.transport()).isEqualTo("epoll");
  }

  @Test
  void tellsTheAgeOfTheLastReport() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 1, List.of()));

    clock.advance(Duration.ofMillis(12_300));

    assertThat(store.figures(Window.ALL).workers().get(launch(1)).reportAge())
        .contains(Duration.ofMillis(12_300));
  }

  @Test
  void keepsWhatARetiredWorkerCountedInEveryWindow() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 40, times(40, Duration.ofMillis(5))));

    store.retire(launch(1));
    store.join(hello(2, 0));
    store.add(launch(2), report(1, 2, times(2, Duration.ofMillis(5))));

    FleetFigures figures = store.figures(Window.LAST_10_SECONDS);
    assertThat(figures.workers()).containsOnlyKeys(launch(2));
    assertThat(figures.latency().count()).isEqualTo(42);
    assertThat(figures.requests()).hasValue(42);
    assertThat(store.figures(Window.ALL).latency().count()).isEqualTo(42);
  }

  @Test
  void countsAReportThatArrivesAfterTheExitWasNoticed() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 40, times(40, Duration.ofMillis(5))));
    store.retire(launch(1));

    assertThat(store.add(launch(1), report(2, 50, times(10, Duration.ofMillis(5))))).isTrue();

    assertThat(store.figures(Window.ALL).requests()).hasValue(50);
    assertThat(store.figures(Window.ALL).workers()).isEmpty();
  }

  @Test
  void letsNoTotalGoBackOverFiftyRestartsAndGrowsByNoEntry() {
    long served = 0;
    long shown = 0;
    for (int launch = 1; launch <= 50 * 3; launch++) {
      store.join(hello(launch, launch % 3));
      store.add(launch(launch), report(1, 7, times(7, Duration.ofMillis(2))));
      served += 7;
      if (launch > 3) {
        store.retire(launch(launch - 3));
      }
      clock.advance(Duration.ofMillis(300));
      long now = store.figures(Window.ALL).requests().orElseThrow();
      assertThat(now).isGreaterThanOrEqualTo(shown).isEqualTo(served);
      shown = now;
    }

    assertThat(store.figures(Window.ALL).latency().count()).isEqualTo(served);
    assertThat(store.entries()).as("3 living, those of the last 10 s").isLessThan(3 + 40);
  }

  @Test
  void keepsTheWindowExactWhenManyWorkersRetireAtOnce() {
    for (int launch = 1; launch <= 500; launch++) {
      store.join(hello(launch, launch));
      store.add(launch(launch), report(1, 1, times(1, Duration.ofMillis(2))));
      store.retire(launch(launch));
    }

    assertThat(store.entries()).isLessThanOrEqualTo(64);
    assertThat(store.figures(Window.LAST_10_SECONDS).latency().count()).isEqualTo(500);
    clock.advance(Duration.ofSeconds(10));
    assertThat(store.figures(Window.LAST_10_SECONDS).latency().count()).isZero();
    assertThat(store.figures(Window.ALL).requests()).hasValue(500);
  }

  @Test
  void noticesALostReport() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 1, List.of()));

    store.add(launch(1), report(4, 9, List.of()));

    WorkerFigures figures = store.figures(Window.ALL).workers().get(launch(1));
    assertThat(figures.reduced()).singleElement().asString().startsWith("2 reports lost");
    assertThat(figures.requests()).as("a counter loses nothing").hasValue(9);
  }

  @Test
  void countsNoReportTwice() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 1, times(1, SECOND)));

    assertThat(store.add(launch(1), report(1, 1, times(1, SECOND)))).isFalse();

    assertThat(store.figures(Window.ALL).latency().count()).isEqualTo(1);
  }

  @Test
  void takesNoWorkerInWhoseEndWasNoticedBeforeItsHello() {
    store.retire(launch(1));

    store.join(hello(1, 0));

    assertThat(store.entries()).as("nobody would retire it").isZero();
    assertThat(store.add(launch(1), report(1, 1, times(1, SECOND)))).isFalse();
  }

  @Test
  void ignoresAWorkerThatNeverJoined() {
    assertThat(store.add(launch(9), report(1, 1, times(1, SECOND)))).isFalse();

    assertThat(store.figures(Window.ALL).requests()).isEmpty();
  }

  @Test
  void boundsWhatAFloodOfReportsCosts() {
    store.join(hello(1, 0));
    for (int i = 1; i <= 2_000; i++) {
      store.add(launch(1), report(i, i, times(1, Duration.ofNanos(i * 1000L))));
      clock.advance(Duration.ofMillis(10));
    }

    long inWindow = store.figures(Window.LAST_10_SECONDS).latency().count();
    assertThat(inWindow).as("10 s of a hundred a second").isBetween(975L, 1_000L);
    assertThat(store.figures(Window.ALL).latency().count()).isEqualTo(2_000);
  }

  @Test
  void keepsNoMoreSeriesThanTheLimitAndSaysSo() {
    store.join(hello(1, 0));
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      readings.add(new Reading.Counter("hits", Map.of("path", "/" + i), 1));
      readings.add(new Reading.Gauge("depth", Map.of("path", "/" + i), 1));
    }
    readings.add(Reading.Counter.of(ReadingNames.REQUESTS, 5));

    store.add(launch(1), report(1, readings));

    WorkerFigures figures = store.figures(Window.ALL).workers().get(launch(1));
    assertThat(figures.reduced()).singleElement().asString().contains("2048");
  }

  @Test
  void hasRoomForAsManyEventLoopsAsAWorkerMayHave() {
    store.join(hello(1, 0));
    List<Reading> readings = new ArrayList<>();
    for (int loop = 0; loop < 256; loop++) {
      readings.addAll(Reports.loop(loop, 500, 1_000, 250));
    }
    readings.add(Reading.Counter.of(ReadingNames.REQUESTS, 5));

    store.add(launch(1), report(1, readings));

    WorkerFigures figures = store.figures(Window.ALL).workers().get(launch(1));
    assertThat(figures.requests()).hasValue(5);
    assertThat(figures.eventLoop().utilization()).hasValue(0.5);
    assertThat(figures.reduced()).isEmpty();
  }
}
