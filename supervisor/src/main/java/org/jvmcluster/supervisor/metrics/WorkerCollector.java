package org.jvmcluster.supervisor.metrics;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

/**
 * The series of all workers, made anew for every scrape from one {@link FleetSample}: they are of
 * one moment, and those of a slot that is gone end by themselves. The label {@code worker} is the
 * slot, which stays when a worker is replaced; the pid, which does not, is only in {@code _info}.
 */
final class WorkerCollector implements MultiCollector {
  static final String WORKER = "worker";

  private final Supplier<FleetSample> fleet;

  WorkerCollector(Supplier<FleetSample> fleet) {
    this.fleet = requireNonNull(fleet, "fleet");
  }

  @Override
  public MetricSnapshots collect() {
    FleetSample sample = fleet.get();
    List<MetricSnapshot> all = new ArrayList<>();
    all.add(build(sample));
    all.add(
        GaugeSnapshot.builder()
            .name("supervisor_generation")
            .help("The generation that the workers are to be of; counts rolling restarts.")
            .dataPoint(
                GaugeDataPointSnapshot.builder().value(sample.view().generation().number()).build())
            .build());
    all.add(workers(sample));
    all.addAll(WorkerTotals.of(sample));
    all.addAll(WorkerGauges.of(sample));
    return new MetricSnapshots(all);
  }

  private static InfoSnapshot build(FleetSample sample) {
    return InfoSnapshot.builder()
        .name("supervisor_build")
        .help("The supervisor and its JVM.")
        .dataPoint(
            InfoDataPointSnapshot.builder()
                .labels(
                    Labels.of("version", sample.facts().version(), "java", sample.facts().java()))
                .build())
        .build();
  }

  private static InfoSnapshot workers(FleetSample sample) {
    InfoSnapshot.Builder info =
        InfoSnapshot.builder()
            .name("supervisor_worker")
            .help("The worker processes; two of one slot while one replaces the other.");
    for (WorkerView worker : sample.view().workers()) {
      if (worker.pid().isPresent()) {
        info.dataPoint(
            InfoDataPointSnapshot.builder()
                .labels(
                    Labels.of(
                        WORKER,
                        worker.slot().toString(),
                        "pid",
                        Long.toString(worker.pid().getAsLong()),
                        "generation",
                        worker.generation().toString()))
                .build());
      }
    }
    return info.build();
  }
}
