package org.jvmcluster.supervisor.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;
import org.jvmcluster.supervisor.report.EventLoopFigures;
import org.jvmcluster.supervisor.report.PoolFigures;
import org.jvmcluster.supervisor.report.ProcessFigures;
import org.jvmcluster.supervisor.report.StatusNotes;
import org.jvmcluster.supervisor.report.WorkerFigures;

/**
 * Gauges of the slots. While a worker replaces another, a slot has two: what can be added is added
 * up, and of the rest that of the one that serves is shown. A figure that is not known has no
 * series.
 */
final class WorkerGauges {
  private static final double NANOS = 1e9;

  private final Map<String, GaugeSnapshot.Builder> metrics = new LinkedHashMap<>();

  private WorkerGauges() {}

  /** The workers of one slot, with what is known of each. */
  private record Occupants(
      Slot slot, List<WorkerView> workers, FleetSample sample, List<WorkerFigures> figures) {
    static Occupants of(Slot slot, List<WorkerView> workers, FleetSample sample) {
      return new Occupants(
          slot,
          workers,
          sample,
          workers.stream().flatMap(worker -> figures(worker, sample).stream()).toList());
    }

    private static Optional<WorkerFigures> figures(WorkerView worker, FleetSample sample) {
      return worker.launch().map(sample.figures().workers()::get);
    }

    /** The newest that is ready, else the newest that has joined. */
    Optional<WorkerFigures> serving() {
      Optional<WorkerFigures> ready =
          workers.stream()
              .filter(worker -> worker.state() == WorkerState.READY)
              .flatMap(worker -> figures(worker, sample).stream())
              .reduce((older, newer) -> newer);
      return ready.or(() -> figures.stream().reduce((older, newer) -> newer));
    }

    boolean isUp() {
      return workers.stream().anyMatch(worker -> worker.state() == WorkerState.READY)
          && serving()
              .flatMap(WorkerFigures::reportAge)
              .filter(age -> age.compareTo(StatusNotes.SILENCE) < 0)
              .isPresent();
    }

    OptionalDouble sum(Function<WorkerFigures, OptionalLong> figure) {
      return figures.stream()
          .map(figure)
          .flatMapToLong(OptionalLong::stream)
          .asDoubleStream()
          .reduce(Double::sum);
    }

    Collection<ProcessFigures> processes() {
      return workers.stream()
          .filter(worker -> worker.pid().isPresent())
          .map(worker -> sample.processes().of(worker.pid().getAsLong()))
          .toList();
    }
  }

  static List<MetricSnapshot> of(FleetSample sample) {
    Map<Slot, List<WorkerView>> bySlot = new LinkedHashMap<>();
    for (WorkerView worker : sample.view().workers()) {
      bySlot.computeIfAbsent(worker.slot(), slot -> new ArrayList<>()).add(worker);
    }
    WorkerGauges gauges = new WorkerGauges();
    bySlot.forEach((slot, workers) -> gauges.add(Occupants.of(slot, workers, sample)));
    List<MetricSnapshot> built = new ArrayList<>();
    gauges.metrics.values().forEach(metric -> built.add(metric.build()));
    return built;
  }

  private void add(Occupants of) {
    Labels labels = Labels.of(WorkerCollector.WORKER, of.slot().toString());
    put(
        "up",
        "1 while the slot has a ready worker that reports, else 0.",
        labels,
        OptionalDouble.of(of.isUp() ? 1 : 0));
    Optional<WorkerFigures> serving = of.serving();
    put(
        "report_age_seconds",
        "Time since the last report; all other gauges of the worker are as old.",
        labels,
        serving.flatMap(WorkerFigures::reportAge).map(age -> age.toNanos() / NANOS));
    put("connections", "Open connections.", labels, of.sum(WorkerFigures::connections));
    put(
        "in_flight",
        "Requests accepted and not yet answered.",
        labels,
        of.sum(WorkerFigures::inFlight));
    put("heap_used_bytes", "Heap in use.", labels, of.sum(WorkerFigures::heapUsedBytes));
    put(
        "heap_max_bytes",
        "What the heap may grow to.",
        labels,
        of.sum(WorkerFigures::heapMaxBytes));
    process(of, labels);
    serving.ifPresent(
        figures -> {
          eventLoop(figures.eventLoop(), labels);
          put(
              "shed_active",
              "1 while the worker refuses requests, else 0.",
              labels,
              figures.shed().active().map(active -> active ? 1.0 : 0.0));
        });
    pool(of, labels);
  }

  private void process(Occupants of, Labels labels) {
    put(
        "resident_memory_bytes",
        "Resident memory, pages shared with others included.",
        labels,
        of.processes().stream()
            .flatMapToLong(process -> process.rssBytes().stream())
            .asDoubleStream()
            .reduce(Double::sum));
    put(
        "cpu_usage_ratio",
        "Cores in use, over the last second or two; above 1 with more than one busy thread.",
        labels,
        of.processes().stream()
            .flatMapToDouble(process -> process.cpuPercent().stream())
            .map(percent -> percent / 100)
            .reduce(Double::sum));
  }

  private void eventLoop(EventLoopFigures loop, Labels labels) {
    put(
        "eventloop_utilization_ratio",
        "Share of the last 10 s that the event loops did not wait in the poller.",
        labels,
        loop.utilization());
    put(
        "eventloop_worst_second_utilization_ratio",
        "The largest such share of one loop in one report of the last 10 s.",
        labels,
        loop.worstSecondUtilization());
    put(
        "eventloop_cpu_ratio",
        "Share of the last 10 s that the event loops' threads were on a CPU.",
        labels,
        loop.cpuRatio());
    put(
        "eventloop_blocked_seconds",
        "For how long none of the event loops had been at its poller, at the last report.",
        labels,
        loop.blockedFor().isPresent()
            ? OptionalDouble.of(loop.blockedFor().getAsDouble() / NANOS)
            : OptionalDouble.empty());
    put(
        "eventloop_pending_tasks",
        "Tasks in the queues of the event loops.",
        labels,
        asDouble(loop.pendingTasks()));
  }

  private void pool(Occupants of, Labels labels) {
    put("pool_size", "Threads the pool may have.", labels, poolSum(of, PoolFigures::size));
    put("pool_threads", "Threads it has started.", labels, poolSum(of, PoolFigures::threads));
    put("pool_busy_threads", "Threads that run a task.", labels, poolSum(of, PoolFigures::busy));
    put(
        "pool_queue_size",
        "Tasks that wait for a thread.",
        labels,
        poolSum(of, PoolFigures::queued));
    put(
        "pool_oldest_wait_seconds",
        "How long the oldest waiting task has waited.",
        labels,
        of.figures().stream()
            .flatMapToDouble(figures -> figures.pool().oldestWaitNanos().stream())
            .map(nanos -> nanos / NANOS)
            .max());
    of.serving()
        .map(figures -> figures.pool().vertx())
        .orElse(Collections.emptySortedMap())
        .forEach(
            (name, pool) -> {
              Labels ofPool = labels.add("pool", name);
              put(
                  "vertx_pool_queue_size",
                  "Tasks that wait for a thread of one of Vert.x's pools, or for their turn.",
                  ofPool,
                  asDouble(pool.queued()));
              put(
                  "vertx_pool_busy_threads",
                  "Threads of one of Vert.x's pools that run a task.",
                  ofPool,
                  asDouble(pool.busy()));
            });
  }

  private static OptionalDouble poolSum(Occupants of, Function<PoolFigures, OptionalLong> figure) {
    return of.sum(figures -> figure.apply(figures.pool()));
  }

  private static OptionalDouble asDouble(OptionalLong figure) {
    return figure.isPresent()
        ? OptionalDouble.of((double) figure.getAsLong())
        : OptionalDouble.empty();
  }

  private void put(String name, String help, Labels labels, Optional<Double> value) {
    put(
        name,
        help,
        labels,
        value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty());
  }

  private void put(String name, String help, Labels labels, OptionalDouble value) {
    value.ifPresent(
        known ->
            metrics
                .computeIfAbsent(
                    "supervisor_worker_" + name,
                    fullName -> GaugeSnapshot.builder().name(fullName).help(help))
                .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(known).build()));
  }
}
