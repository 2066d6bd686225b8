package org.jvmcluster.supervisor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.jvmcluster.supervisor.report.Fleets.fleet;
import static org.jvmcluster.supervisor.report.Fleets.inBackoff;
import static org.jvmcluster.supervisor.report.Fleets.worker;
import static org.jvmcluster.supervisor.report.Reports.all;
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
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.report.EndingCounts;
import org.jvmcluster.supervisor.report.HandClock;
import org.jvmcluster.supervisor.report.ProcessFigures;
import org.jvmcluster.supervisor.report.ReadingStore;
import org.jvmcluster.supervisor.report.SupervisorFacts;

class MetricsPageTest {
  private final HandClock clock = new HandClock();
  private final long start = clock.nanos();
  private final ReadingStore store = new ReadingStore(clock);
  private final EndingCounts endings = new EndingCounts();
  private final SupervisorFacts facts =
      new SupervisorFacts(
          99, "0.1.0", "17", start, 2, "processes", "reuseport", "idle", "127.0.0.1", 3100);
  private FleetView view = fleet(State.STEADY);

  private final MetricsPage page =
      new MetricsPage(
          () ->
              FleetSample.take(
                  facts,
                  view,
                  store,
                  endings,
                  pid ->
                      new ProcessFigures(
                          OptionalLong.of(100 << 20),
                          OptionalLong.empty(),
                          OptionalDouble.of(150))));

  private Exposition scrape() {
    endings.observe(view);
    MetricsPage.Scrape scrape = page.scrape("");
    assertThat(scrape.contentType()).startsWith("text/plain");
    return new Exposition(scrape.body());
  }

  private static List<Reading> everything() {
    return all(
        loop(0, 500, 1000, 250),
        loop(1, 100, 1000, 100),
        task("file", times(3, Duration.ofMillis(20)), Duration.ofMillis(4)),
        task("dns", times(2, Duration.ofMillis(700)), Duration.ofSeconds(2)),
        List.of(
            lag(0, times(5, Duration.ofMillis(30))),
            count(ReadingNames.SHED, "reason", "lag", 6),
            count(ReadingNames.SHED, "reason", "inFlight", 1),
            Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 1),
            Reading.Gauge.of(ReadingNames.POOL_QUEUED, 9),
            Reading.Gauge.of(ReadingNames.POOL_BUSY, 4),
            Reading.Gauge.of(ReadingNames.HEAP_USED_BYTES, 1000),
            new Reading.Counter(
                ReadingNames.POOL_REJECTED, Map.of("kind", "dns", "reason", "full"), 3)));
  }

  @Test
  void showsEveryMetricOfTheContract() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, 40, times(40, Duration.ofMillis(1))));
    store.add(launch(1), report(2, everything()));
    view = fleet(State.STEADY, worker(1, 0, WorkerState.READY, start));

    Exposition shown = scrape();

    assertThat(shown.types())
        .containsEntry("supervisor_worker_request_duration_seconds", "histogram")
        .containsEntry("supervisor_worker_eventloop_lag_seconds", "histogram")
        .containsEntry("supervisor_worker_eventloop_utilization_ratio", "gauge")
        .containsEntry("supervisor_worker_pool_queue_wait_seconds", "histogram")
        .containsEntry("supervisor_worker_pool_run_seconds", "histogram")
        .containsEntry("supervisor_worker_pool_queue_size", "gauge")
        .containsEntry("supervisor_worker_pool_busy_threads", "gauge")
        .containsEntry("supervisor_worker_shed_total", "counter")
        .containsEntry("supervisor_worker_restarts_total", "counter")
        .containsEntry("supervisor_worker_up", "gauge")
        .containsEntry("supervisor_worker_report_age_seconds", "gauge")
        .containsEntry("supervisor_worker_info", "gauge")
        .containsEntry("supervisor_build_info", "gauge")
        .containsEntry("jvm_memory_used_bytes", "gauge")
        .containsEntry("jvm_gc_collection_seconds", "summary")
        .containsEntry("process_cpu_usage", "gauge");
    assertThat(
            shown.value(
                "supervisor_worker_request_duration_seconds_bucket", "worker", "0", "le", "0.001"))
        .as("1 ms is at most 1 ms")
        .isEqualTo(40);
    assertThat(
            shown.value(
                "supervisor_worker_request_duration_seconds_bucket", "worker", "0", "le", "5.0E-4"))
        .isZero();
    assertThat(shown.value("supervisor_worker_request_duration_seconds_sum", "worker", "0"))
        .isCloseTo(0.04, within(0.00004));
    assertThat(
            shown.value(
                "supervisor_worker_pool_queue_wait_seconds_count", "worker", "0", "kind", "dns"))
        .isEqualTo(2);
    assertThat(shown.value("supervisor_worker_eventloop_utilization_ratio", "worker", "0"))
        .isCloseTo(0.3, within(1e-9));
    assertThat(shown.value("supervisor_worker_eventloop_busy_seconds_total", "worker", "0"))
        .as("both loops")
        .isCloseTo(0.6, within(1e-9));
    assertThat(shown.value("supervisor_worker_shed_total", "worker", "0", "reason", "lag"))
        .isEqualTo(6);
    assertThat(
            shown.value(
                "supervisor_worker_pool_rejected_total",
                "worker",
                "0",
                "kind",
                "dns",
                "reason",
                "full"))
        .isEqualTo(3);
    assertThat(shown.value("supervisor_worker_up", "worker", "0")).isEqualTo(1);
    assertThat(shown.value("supervisor_worker_cpu_usage_ratio", "worker", "0")).isEqualTo(1.5);
    assertThat(
            shown.value("supervisor_worker_info", "worker", "0", "pid", "1001", "generation", "1"))
        .isEqualTo(1);
    assertThat(shown.value("supervisor_build_info", "version", "0.1.0", "java", "17")).isEqualTo(1);
  }

  @Test
  void speaksOpenMetricsToThoseWhoAskForIt() {
    store.join(hello(1, 0));
    store.add(launch(1), report(1, everything()));
    view = fleet(State.STEADY, worker(1, 0, WorkerState.READY, start));

    MetricsPage.Scrape scrape =
        page.scrape("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.2");

    assertThat(scrape.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
    assertThat(scrape.body())
        .endsWith("# EOF\n")
        .contains("# TYPE supervisor_worker_shed counter\n")
        .contains("# TYPE supervisor_worker info\n")
        .contains("supervisor_worker_shed_total{reason=\"lag\",worker=\"0\"} 6.0\n");
  }

  @Test
  void showsNothingThatIsNotKnown() {
    view = fleet(State.STARTING, worker(1, 0, WorkerState.STARTING, start));

    Exposition shown = scrape();

    assertThat(shown.value("supervisor_worker_up", "worker", "0")).isZero();
    assertThat(shown.has("supervisor_worker_report_age_seconds", "worker", "0")).isFalse();
    assertThat(shown.has("supervisor_worker_connections", "worker", "0")).isFalse();
    assertThat(shown.types()).doesNotContainKey("supervisor_worker_eventloop_lag_seconds");
  }

  @Test
  void marksASilentWorkerAndShowsTheOthersWhole() {
    for (int launch = 1; launch <= 3; launch++) {
      store.join(hello(launch, launch - 1));
      store.add(launch(launch), report(1, everything()));
    }
    view =
        fleet(
            State.STEADY,
            worker(1, 0, WorkerState.READY, start),
            worker(2, 1, WorkerState.READY, start),
            worker(3, 2, WorkerState.READY, start));
    clock.advance(Duration.ofSeconds(3));
    store.add(launch(1), report(2, everything()));
    store.add(launch(2), report(2, everything()));

    Exposition shown = scrape();

    assertThat(shown.value("supervisor_worker_up", "worker", "0")).isEqualTo(1);
    assertThat(shown.value("supervisor_worker_up", "worker", "1")).isEqualTo(1);
    assertThat(shown.value("supervisor_worker_up", "worker", "2")).isZero();
    assertThat(shown.value("supervisor_worker_report_age_seconds", "worker", "2")).isEqualTo(3);
    assertThat(shown.value("supervisor_worker_report_age_seconds", "worker", "0")).isZero();
    assertThat(shown.value("supervisor_worker_heap_used_bytes", "worker", "0")).isEqualTo(1000);
    assertThat(shown.containing("worker=0").size()).isEqualTo(shown.containing("worker=2").size());
  }

  @Test
  void letsNoTotalGoBackAndNoSeriesStayOverFiftyReplacements() {
    double served = 0;
    int size = 0;
    int bytes = 0;
    for (int launch = 1; launch <= 50; launch++) {
      store.join(hello(launch, 0));
      store.add(
          launch(launch),
          report(1, all(everything(), report(1, 7, times(7, Duration.ofMillis(2))).readings())));
      served += 7;
      view = fleet(State.RESTARTING, worker(launch, 0, WorkerState.READY, start));

      Exposition shown = scrape();

      assertThat(shown.value("supervisor_worker_requests_total", "worker", "0")).isEqualTo(served);
      assertThat(shown.value("supervisor_worker_request_duration_seconds_count", "worker", "0"))
          .isEqualTo(served);
      assertThat(shown.value("supervisor_worker_shed_total", "worker", "0", "reason", "lag"))
          .isEqualTo(6.0 * launch);
      if (launch == 1) {
        size = shown.size();
        bytes = page.scrape("").body().length();
      }
      assertThat(shown.size()).as("no series of those before").isEqualTo(size);
      store.retire(launch(launch));
      clock.advance(Duration.ofSeconds(1));
      assertThat(scrape().value("supervisor_worker_requests_total", "worker", "0"))
          .as("between two workers")
          .isEqualTo(served);
    }
    assertThat(page.scrape("").body().length()).isLessThan(bytes + 2000);
  }

  @Test
  void endsTheSeriesOfASlotThatIsGoneAndBeginsThemAnewWhenItComesBack() {
    store.join(hello(1, 0));
    store.join(hello(2, 1));
    store.add(launch(1), report(1, everything()));
    store.add(launch(2), report(1, everything()));
    view =
        fleet(
            State.STEADY,
            worker(1, 0, WorkerState.READY, start),
            worker(2, 1, WorkerState.READY, start));
    assertThat(scrape().containing("worker=1")).isNotEmpty();

    store.retire(launch(2));
    view = fleet(State.STEADY, worker(1, 0, WorkerState.READY, start));

    assertThat(scrape().containing("worker=1")).isEmpty();
    assertThat(scrape().value("supervisor_worker_shed_total", "worker", "0", "reason", "lag"))
        .isEqualTo(6);
    store.join(hello(3, 1));
    store.add(launch(3), report(1, List.of(count(ReadingNames.SHED, "reason", "lag", 1))));
    view =
        fleet(
            State.STEADY,
            worker(1, 0, WorkerState.READY, start),
            worker(3, 1, WorkerState.READY, start));
    assertThat(scrape().value("supervisor_worker_shed_total", "worker", "1", "reason", "lag"))
        .isEqualTo(1);
  }

  @Test
  void addsUpTheTwoWorkersOfASlotDuringAReplacement() {
    store.join(hello(1, 0));
    store.join(hello(2, 0));
    store.add(launch(1), report(1, 5, List.of()));
    store.add(launch(2), report(1, 1, List.of()));
    view =
        fleet(
            State.RESTARTING,
            worker(1, 0, WorkerState.DRAINING, start),
            worker(2, 0, WorkerState.READY, start));

    Exposition shown = scrape();

    assertThat(shown.value("supervisor_worker_connections", "worker", "0")).isEqualTo(6);
    assertThat(shown.value("supervisor_worker_requests_total", "worker", "0")).isEqualTo(6);
    assertThat(shown.containing("supervisor_worker_info")).hasSize(2);
  }

  @Test
  void countsEndingsByReasonFromZero() {
    view = fleet(State.STEADY, worker(1, 0, WorkerState.READY, start));
    assertThat(
            scrape().value("supervisor_worker_restarts_total", "worker", "0", "reason", "crashed"))
        .isZero();
    assertThat(scrape().value("supervisor_worker_restarts_total", "worker", "0", "reason", "hang"))
        .isZero();

    view = fleet(State.DEGRADED, inBackoff(0, Duration.ofSeconds(1), start));

    assertThat(
            scrape().value("supervisor_worker_restarts_total", "worker", "0", "reason", "crashed"))
        .isEqualTo(1);
    assertThat(
            scrape().value("supervisor_worker_restarts_total", "worker", "0", "reason", "crashed"))
        .as("seen twice, counted once")
        .isEqualTo(1);
  }

  @Test
  void boundsTheSeriesThatAWorkerCanMake() {
    store.join(hello(1, 0));
    List<Reading> flood = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      flood.add(count(ReadingNames.SHED, "reason", "reason-" + i, 1));
    }
    store.add(launch(1), report(1, flood));
    view = fleet(State.STEADY, worker(1, 0, WorkerState.READY, start));

    assertThat(scrape().containing("supervisor_worker_shed_total")).hasSize(2048);
  }
}
