package org.jvmcluster.supervisor.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.report.BucketedTimes;
import org.jvmcluster.supervisor.report.SeriesKey;
import org.jvmcluster.supervisor.report.SlotTotals;

/** Counters and histograms of the slots. */
final class WorkerTotals {
  private static final String PREFIX = "supervisor_worker_";
  private static final double NANOS = 1e9;

  private static final List<Times> TIMES =
      List.of(
          new Times(
              "request_duration_seconds",
              "Arrival of a request in the kernel to the last byte of its answer.",
              ReadingNames.LATENCY_NANOS),
          new Times(
              "server_time_seconds",
              "First read of a request to the last byte of its answer; blind to the wait before.",
              ReadingNames.SERVER_TIME_NANOS),
          new Times(
              "eventloop_lag_seconds",
              "How much later than due ticks of 10 ms would have run on the event loops.",
              ReadingNames.LOOP_LAG_NANOS),
          new Times(
              "eventloop_task_wait_seconds",
              "Wait of tasks that were put on an event loop from outside.",
              ReadingNames.LOOP_TASK_WAIT_NANOS),
          new Times(
              "pool_queue_wait_seconds",
              "Wait for a thread of the task pool.",
              ReadingNames.POOL_WAIT_NANOS,
              "kind"),
          new Times(
              "pool_run_seconds",
              "Run of a task on a thread of the task pool.",
              ReadingNames.POOL_RUN_NANOS,
              "kind"),
          new Times(
              "vertx_pool_queue_wait_seconds",
              "Wait in one of the worker pools of Vert.x.",
              ReadingNames.VERTX_POOL_WAIT_NANOS,
              "pool"),
          new Times(
              "gc_pause_seconds", "Pauses for garbage collection.", ReadingNames.GC_PAUSE_NANOS),
          new Times(
              "process_stop_seconds",
              "Spans in which no thread of the process ran and no collection explains it.",
              ReadingNames.PROCESS_STOP_NANOS));

  private static final List<Count> COUNTS =
      List.of(
          new Count("requests", "Requests answered.", ReadingNames.REQUESTS, 1),
          new Count(
              "shed",
              "Requests refused with 503 before they reached the application.",
              ReadingNames.SHED,
              1,
              "reason"),
          new Count(
              "accept_failures",
              "Accepts that failed for want of descriptors or memory.",
              ReadingNames.ACCEPT_FAILURES,
              1),
          new Count(
              "pool_rejected",
              "Tasks that the pool refused.",
              ReadingNames.POOL_REJECTED,
              1,
              "kind",
              "reason"),
          new Count(
              "pool_expired",
              "Tasks that nobody waited for any more and that never ran.",
              ReadingNames.POOL_EXPIRED,
              1,
              "kind"),
          new Count(
              "pool_failed", "Tasks that ran and threw.", ReadingNames.POOL_FAILED, 1, "kind"),
          new Count(
              "eventloop_busy_seconds",
              "Time of the event loops not spent waiting in the poller.",
              ReadingNames.LOOP_BUSY_NANOS,
              NANOS),
          new Count(
              "eventloop_elapsed_seconds",
              "Time of the event loops, busy or not: the denominator of a utilization.",
              ReadingNames.LOOP_ELAPSED_NANOS,
              NANOS),
          new Count(
              "eventloop_cpu_seconds",
              "CPU time of the event loops' threads.",
              ReadingNames.LOOP_CPU_NANOS,
              NANOS),
          new Count(
              "eventloop_run_queue_seconds",
              "Time in which the event loops' threads could run and had no core.",
              ReadingNames.LOOP_RUN_QUEUE_NANOS,
              NANOS),
          new Count(
              "cpu_throttled_seconds",
              "Time in which the CPU quota of the container held the process.",
              ReadingNames.CPU_THROTTLED_NANOS,
              NANOS),
          new Count(
              "cpu_throttled_periods",
              "Periods of the CPU quota in which the process was held.",
              ReadingNames.CPU_THROTTLED_PERIODS,
              1),
          new Count(
              "cpu_stolen_seconds",
              "CPU time that the hypervisor gave to others, over the cores of the machine.",
              ReadingNames.CPU_STOLEN_NANOS,
              NANOS));

  private WorkerTotals() {}

  /** A histogram that a distribution becomes, split by labels. */
  private record Times(String name, String help, String reading, List<String> labels) {
    Times(String name, String help, String reading, String... labels) {
      this(name, help, reading, List.of(labels));
    }
  }

  /** A counter that a counter becomes, in units of {@code perUnit}. */
  private record Count(
      String name, String help, String reading, double perUnit, List<String> labels) {
    Count(String name, String help, String reading, double perUnit, String... labels) {
      this(name, help, reading, perUnit, List.of(labels));
    }
  }

  /** All of them; a metric that no worker reports is left out. */
  static List<MetricSnapshot> of(FleetSample sample) {
    Map<Slot, SlotTotals> totals = new TreeMap<>(Comparator.comparing(Slot::number));
    totals.putAll(sample.totals());
    List<MetricSnapshot> all = new ArrayList<>();
    TIMES.forEach(times -> all.add(histogram(times, totals)));
    COUNTS.forEach(count -> all.add(counter(count, totals)));
    all.add(restarts(sample));
    all.removeIf(metric -> metric.getDataPoints().isEmpty());
    return all;
  }

  private static MetricSnapshot histogram(Times times, Map<Slot, SlotTotals> totals) {
    HistogramSnapshot.Builder metric =
        HistogramSnapshot.builder().name(PREFIX + times.name()).help(times.help());
    totals.forEach(
        (slot, of) -> {
          Map<Labels, BucketedTimes> series = new TreeMap<>();
          of.times()
              .forEach(
                  (key, bucketed) -> {
                    if (key.name().equals(times.reading())) {
                      series.merge(
                          labels(slot, key, times.labels()), bucketed, BucketedTimes::plus);
                    }
                  });
          series.forEach(
              (labels, bucketed) ->
                  metric.dataPoint(
                      HistogramDataPointSnapshot.builder()
                          .labels(labels)
                          .classicHistogramBuckets(
                              ClassicHistogramBuckets.of(
                                  BucketedTimes.boundsSeconds(), bucketed.counts()))
                          .sum(bucketed.sumSeconds())
                          .build()));
        });
    return metric.build();
  }

  private static MetricSnapshot counter(Count count, Map<Slot, SlotTotals> totals) {
    CounterSnapshot.Builder metric =
        CounterSnapshot.builder().name(PREFIX + count.name()).help(count.help());
    totals.forEach(
        (slot, of) -> {
          Map<Labels, Long> series = new TreeMap<>();
          of.counters()
              .forEach(
                  (key, value) -> {
                    if (key.name().equals(count.reading())) {
                      series.merge(labels(slot, key, count.labels()), value, Long::sum);
                    }
                  });
          series.forEach(
              (labels, value) ->
                  metric.dataPoint(
                      CounterDataPointSnapshot.builder()
                          .labels(labels)
                          .value(value / count.perUnit())
                          .build()));
        });
    return metric.build();
  }

  private static Labels labels(Slot slot, SeriesKey key, List<String> names) {
    Labels labels = Labels.of(WorkerCollector.WORKER, slot.toString());
    for (String name : names) {
      String value = key.label(name);
      labels = labels.add(name, value == null ? "" : value);
    }
    return labels;
  }

  private static MetricSnapshot restarts(FleetSample sample) {
    CounterSnapshot.Builder metric =
        CounterSnapshot.builder()
            .name(PREFIX + "restarts")
            .help("Workers of the slot that ended and were followed by another, by reason.");
    sample
        .endings()
        .forEach(
            (slot, byReason) ->
                byReason.forEach(
                    (reason, count) ->
                        metric.dataPoint(
                            CounterDataPointSnapshot.builder()
                                .labels(
                                    Labels.of(
                                        WorkerCollector.WORKER, slot.toString(), "reason", reason))
                                .value(count.doubleValue())
                                .build())));
    return metric.build();
  }
}
