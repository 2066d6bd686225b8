package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.jvmcluster.supervisor.report.Reports.all;
import static org.jvmcluster.supervisor.report.Reports.busyFor;
import static org.jvmcluster.supervisor.report.Reports.count;
import static org.jvmcluster.supervisor.report.Reports.hello;
import static org.jvmcluster.supervisor.report.Reports.lag;
import static org.jvmcluster.supervisor.report.Reports.launch;
import static org.jvmcluster.supervisor.report.Reports.loop;
import static org.jvmcluster.supervisor.report.Reports.report;
import static org.jvmcluster.supervisor.report.Reports.task;
import static org.jvmcluster.supervisor.report.Reports.times;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class WindowFiguresTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandClock clock = new HandClock();
  private final ReadingStore store = new ReadingStore(clock);

  private WorkerFigures worker(long launch, Window window) {
    WorkerFigures figures = store.figures(window).workers().get(launch(launch));
    assertThat(figures).isNotNull();
    return figures;
  }

  private EventLoopFigures loops(Window window) {
    return worker(1, window).eventLoop();
  }

  @Test
  void showsFullLoadAtOnceAfterAQuietHour() {
    store.join(hello(1, 0));
    long elapsed = 0;
    long busy = 0;
    long number = 0;
    for (int second = 0; second < 3600; second++) {
      clock.advance(SECOND);
      elapsed += 1000;
      busy += 1;
      store.add(launch(1), report(++number, loop(0, busy, elapsed, busy)));
    }
    assertThat(loops(Window.LAST_10_SECONDS).utilization()).hasValueCloseTo(0.001, within(1e-9));

    for (int second = 0; second < 5; second++) {
      clock.advance(SECOND);
      elapsed += 1000;
      busy += 1000;
      store.add(launch(1), report(++number, loop(0, busy, elapsed, busy)));
      assertThat(loops(Window.LAST_10_SECONDS).worstSecondUtilization()).hasValue(1);
    }

    assertThat(loops(Window.LAST_10_SECONDS).utilization()).hasValueCloseTo(0.5, within(0.01));
    assertThat(loops(Window.LAST_MINUTE).utilization()).hasValueCloseTo(5 / 60.0, within(0.01));
    assertThat(loops(Window.ALL).utilization()).hasValueCloseTo(8.6 / 3605, within(0.0001));
    clock.advance(Duration.ofSeconds(10));
    store.add(launch(1), report(++number, loop(0, busy, elapsed + 10_000, busy)));
    assertThat(loops(Window.LAST_10_SECONDS).utilization()).hasValue(0);
    assertThat(loops(Window.LAST_10_SECONDS).worstSecondUtilization()).hasValue(0);
  }

  @Test
  void keepsEveryShareBetweenNoneAndAllWhateverTheWorkerCounts() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, loop(0, 1001, 1000, 1200)));
    clock.advance(SECOND);
    store.add(launch(1), report(2, loop(0, 900, 2000, 1100)));

    EventLoopFigures figures = loops(Window.LAST_10_SECONDS);

    assertThat(figures.utilization()).hasValueCloseTo(0.5005, within(1e-9));
    assertThat(figures.worstSecondUtilization()).hasValue(1);
    assertThat(figures.cpuRatio()).hasValueCloseTo(0.6, within(1e-9));
  }

  @Test
  void takesAShortLastReportForNoSecond() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, loop(0, 100, 1000, 100)));
    store.add(launch(1), report(2, loop(0, 130, 1030, 130)));

    assertThat(loops(Window.LAST_10_SECONDS).worstSecondUtilization())
        .hasValueCloseTo(0.1, within(1e-9));
  }

  @Test
  void tellsTheLoopsOfAWorkerApart() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(
            1,
            all(
                loop(0, 1000, 1000, 20),
                loop(1, 200, 1000, 200),
                List.of(busyFor(0, Duration.ofSeconds(3)), busyFor(1, Duration.ofMillis(4))))));

    EventLoopFigures figures = loops(Window.LAST_10_SECONDS);

    assertThat(figures.utilization()).hasValueCloseTo(0.6, within(1e-9));
    assertThat(figures.worstSecondUtilization()).hasValue(1);
    assertThat(figures.blockedFor()).as("the other loop is free").hasValue(4e6);
    assertThat(figures.isBlocked()).isFalse();
    assertThat(figures.loops())
        .extracting(EventLoopFigures.Loop::number, loop -> loop.utilization().orElseThrow())
        .containsExactly(tuple("0", 1.0), tuple("1", 0.2));
    assertThat(figures.loops().get(0).cpuRatio()).hasValueCloseTo(0.02, within(1e-9));
  }

  @Test
  void callsAWorkerBlockedFromASecondOnAndOnlyWhenAllItsLoopsAre() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(1, List.of(busyFor(0, SECOND.minusNanos(1)), busyFor(1, Duration.ofSeconds(9)))));
    assertThat(loops(Window.LAST_10_SECONDS).isBlocked()).isFalse();

    store.add(launch(1), report(2, List.of(busyFor(0, SECOND), busyFor(1, Duration.ofSeconds(9)))));

    assertThat(loops(Window.LAST_10_SECONDS).isBlocked()).isTrue();
  }

  @Test
  void countsOnlyWhatHappenedInTheWindow() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, List.of(count(ReadingNames.SHED, "reason", "lag", 40))));
    clock.advance(Duration.ofSeconds(30));
    store.add(
        launch(1),
        report(
            2,
            List.of(
                count(ReadingNames.SHED, "reason", "lag", 47),
                count(ReadingNames.SHED, "reason", "inFlight", 1))));

    assertThat(worker(1, Window.LAST_10_SECONDS).shed().count()).hasValue(8);
    assertThat(worker(1, Window.LAST_10_SECONDS).shed().byReason())
        .containsOnly(Map.entry("lag", 7L), Map.entry("inFlight", 1L));
    assertThat(worker(1, Window.LAST_MINUTE).shed().count()).hasValue(48);
    assertThat(worker(1, Window.ALL).shed().count()).hasValue(48);
  }

  @Test
  void knowsNothingOfAWindowInWhichNoReportCame() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(
            1,
            all(
                loop(0, 500, 1000, 500),
                List.of(
                    lag(0, times(3, Duration.ofMillis(2))),
                    count(ReadingNames.SHED, "reason", "lag", 4)),
                task("file", times(1, Duration.ofSeconds(2)), SECOND))));

    clock.advance(Duration.ofSeconds(10));

    WorkerFigures quiet = worker(1, Window.LAST_10_SECONDS);
    assertThat(quiet.eventLoop().utilization()).isEmpty();
    assertThat(quiet.eventLoop().worstSecondUtilization()).isEmpty();
    assertThat(quiet.eventLoop().lag().p99Millis()).isEmpty();
    assertThat(quiet.shed().count()).isEmpty();
    assertThat(quiet.pool().waits().maxMillis()).isEmpty();
    PoolFigures.Kind file = quiet.pool().kinds().get("file");
    assertThat(file).isNotNull();
    assertThat(file.runs().count()).isZero();
    assertThat(file.runs().p50Millis()).isEmpty();
    assertThat(worker(1, Window.LAST_MINUTE).eventLoop().utilization()).hasValue(0.5);
  }

  @Test
  void forgetsARequestOfTwoSecondsInEveryFigureOfTheShortWindowAtTheSameMoment() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 1, times(1, Duration.ofSeconds(2))));

    for (int second = 1; second <= 61; second++) {
      clock.advance(SECOND);
      store.add(launch(1), report(1 + second, 1, List.of()));
      for (Window window : Window.values()) {
        LatencyFigures latency = worker(1, window).latency();
        boolean isWithin =
            window == Window.ALL || second < (window == Window.LAST_MINUTE ? 60 : 10);
        assertThat(latency.count()).as("%s after %d s", window, second).isEqualTo(isWithin ? 1 : 0);
        assertThat(latency.p50Millis().isPresent()).isEqualTo(isWithin);
        assertThat(latency.p99Millis().isPresent()).isEqualTo(isWithin);
        assertThat(latency.maxMillis().isPresent()).isEqualTo(isWithin);
      }
    }
  }

  @Test
  void tellsTheKindsOfTasksApartAndAddsThemUp() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(
            1,
            all(
                task("file", times(99, Duration.ofMillis(1)), Duration.ofMillis(3)),
                task("dns", times(1, Duration.ofMillis(900)), Duration.ofSeconds(5)),
                List.of(
                    new Reading.Counter(
                        ReadingNames.POOL_REJECTED, Map.of("kind", "dns", "reason", "full"), 3),
                    new Reading.Counter(
                        ReadingNames.POOL_REJECTED, Map.of("kind", "dns", "reason", "closed"), 1),
                    Reading.Gauge.of(ReadingNames.POOL_SIZE, 4),
                    Reading.Gauge.of(ReadingNames.POOL_QUEUED, 7)))));

    PoolFigures pool = worker(1, Window.LAST_10_SECONDS).pool();

    assertThat(pool.size()).hasValue(4);
    assertThat(pool.queued()).hasValue(7);
    assertThat(pool.busy()).as("not reported").isEmpty();
    assertThat(pool.rejected()).hasValue(4);
    assertThat(pool.waits().count()).isEqualTo(100);
    assertThat(pool.waits().p99Millis()).hasValueCloseTo(1.0, within(0.001));
    assertThat(pool.waits().maxMillis()).hasValueCloseTo(900.0, within(0.9));
    assertThat(pool.kinds()).containsOnlyKeys("file", "dns");
    assertThat(pool.kinds().get("dns").runs().p50Millis()).hasValueCloseTo(5000.0, within(5.0));
    assertThat(pool.kinds().get("dns").rejected()).hasValue(4);
    assertThat(pool.kinds().get("file").rejected()).as("never counted").isEmpty();
  }

  @Test
  void addsEveryDistributionOfTheLivingAndTheGoneToTheSampleInEveryWindow() {
    long seed = 7;
    Random random = new Random(seed);
    List<Long> lags = new ArrayList<>();
    List<Long> waits = new ArrayList<>();
    for (int second = 1; second <= 50; second++) {
      for (int launch = 1; launch <= 3; launch++) {
        store.join(hello(launch, launch));
        List<Duration> lag = samples(random, lags);
        List<Duration> wait = samples(random, waits);
        boolean isCounted =
            store.add(
                launch(launch),
                report(second, all(List.of(lag(0, lag)), task("file", wait, SECOND))));
        if (!isCounted) {
          lags.subList(lags.size() - lag.size(), lags.size()).clear();
          waits.subList(waits.size() - wait.size(), waits.size()).clear();
        }
      }
      if (second == 20) {
        store.retire(launch(2));
      }
      clock.advance(SECOND);
    }

    for (Window window : List.of(Window.LAST_MINUTE, Window.ALL)) {
      FleetFigures figures = store.figures(window);
      assertPercentiles(figures.eventLoop().lag(), lags, seed);
      assertPercentiles(figures.pool().waits(), waits, seed);
    }
  }

  private static List<Duration> samples(Random random, List<Long> all) {
    List<Duration> samples = new ArrayList<>();
    for (int i = random.nextInt(60); i >= 0; i--) {
      long nanos = (long) Math.exp(9 + random.nextDouble() * 13);
      samples.add(Duration.ofNanos(nanos));
      all.add(nanos);
    }
    return samples;
  }

  private static void assertPercentiles(LatencyFigures figures, List<Long> samples, long seed) {
    List<Long> sorted = samples.stream().sorted().toList();
    assertThat(figures.count()).isEqualTo(sorted.size());
    for (Map.Entry<Double, OptionalDouble> figure :
        Map.of(0.5, figures.p50Millis(), 0.9, figures.p90Millis(), 0.99, figures.p99Millis())
            .entrySet()) {
      double exact = sorted.get((int) Math.ceil(sorted.size() * figure.getKey()) - 1) / 1e6;
      assertThat(figure.getValue())
          .as("seed %d, percentile %s", seed, figure.getKey())
          .hasValueCloseTo(exact, within(exact / 1000 + 0.001));
    }
  }

  @Test
  void endsTheGaugesOfAWorkerWithItButNotItsCounts() {
    store.join(hello(1, 0));
    store.join(hello(2, 1));
    for (int launch = 1; launch <= 2; launch++) {
      store.add(
          launch(launch),
          report(
              1,
              List.of(
                  Reading.Gauge.of(ReadingNames.POOL_QUEUED, 5),
                  count(ReadingNames.SHED, "reason", "lag", 3))));
    }

    store.retire(launch(1));
    store.add(launch(1), report(2, List.of(Reading.Gauge.of(ReadingNames.POOL_QUEUED, 9))));

    FleetFigures figures = store.figures(Window.LAST_10_SECONDS);
    assertThat(figures.pool().queued()).hasValue(5);
    assertThat(figures.shed().count()).hasValue(6);
  }
}
