package org.jvmcluster.supervisor.compare.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.load.LatencyDistribution;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.WorkerName;

/** From the runs of an arm to its figures. */
final class ArmReckoning {
  /** Sorts the answers that named no worker behind those that did. */
  private static final int NO_SLOT = Integer.MAX_VALUE;

  private ArmReckoning() {}

  static ArmFigures of(ArmRecord record, Optional<SpeedUp> speedUp) {
    RunChoice choice = RunChoice.of(record.runs());
    List<Run> used = choice.used();
    LatencyFigures latency =
        LatencyFigures.merged(used.stream().map(run -> run.load().distribution()).toList());
    return new ArmFigures(
        record,
        choice,
        throughputs(record.runs()).mean(),
        totals(record.runs()).mean(),
        latency,
        workers(used, latency.count()),
        paths(used),
        requests(used),
        record.runs().stream().mapToLong(run -> run.load().failed()).sum(),
        requests(record.runs()),
        cpuOver(used, (double) requests(used)),
        busyCores(used),
        record.isolation().map(IsolationFigures::of),
        speedUp);
  }

  static Series throughputs(List<Run> runs) {
    return Series.ofRuns(runs, run -> OptionalDouble.of(run.load().throughput()));
  }

  static Series totals(List<Run> runs) {
    return Series.ofRuns(runs, run -> OptionalDouble.of(seconds(run.load().total())));
  }

  /** Of each run by itself: what its rounds are compared by, never a figure to be shown. */
  static Series percentiles(List<Run> runs, double percentile) {
    return Series.ofRuns(
        runs,
        run ->
            run.load()
                .distribution()
                .at(percentile)
                .map(it -> OptionalDouble.of(seconds(it)))
                .orElse(OptionalDouble.empty()));
  }

  /** CPU seconds a second of these runs; empty where one of them does not know. */
  static OptionalDouble busyCores(List<Run> runs) {
    return cpuOver(runs, runs.stream().mapToDouble(run -> seconds(run.load().total())).sum());
  }

  private static OptionalDouble cpuOver(List<Run> runs, double divisor) {
    if (divisor <= 0 || runs.stream().anyMatch(run -> run.cpu().isEmpty())) {
      return OptionalDouble.empty();
    }
    double cpu = runs.stream().mapToDouble(run -> seconds(run.cpu().orElseThrow())).sum();
    return OptionalDouble.of(cpu / divisor);
  }

  private static long requests(List<Run> runs) {
    return runs.stream().mapToLong(run -> run.load().requests()).sum();
  }

  private static List<WorkerFigures> workers(List<Run> runs, long answers) {
    Map<Integer, List<LatencyDistribution>> bySlot = new TreeMap<>();
    for (Run run : runs) {
      for (LoadResult.WorkerRow row : run.load().workers()) {
        int slot = row.worker().map(WorkerName::slot).orElse(NO_SLOT);
        bySlot.computeIfAbsent(slot, any -> new ArrayList<>()).add(row.distribution());
      }
    }
    return bySlot.entrySet().stream()
        .map(
            entry -> {
              LatencyFigures latency = LatencyFigures.merged(entry.getValue());
              int slot = entry.getKey();
              return new WorkerFigures(
                  slot == NO_SLOT ? OptionalInt.empty() : OptionalInt.of(slot),
                  answers == 0 ? 0 : (double) latency.count() / answers,
                  latency);
            })
        .toList();
  }

  private static List<PathFigures> paths(List<Run> runs) {
    Map<String, List<LoadResult.PathRow>> byPath = new LinkedHashMap<>();
    for (Run run : runs) {
      for (LoadResult.PathRow row : run.load().paths()) {
        byPath.computeIfAbsent(row.path(), any -> new ArrayList<>()).add(row);
      }
    }
    return byPath.entrySet().stream()
        .map(
            entry ->
                new PathFigures(
                    entry.getKey(),
                    entry.getValue().stream().mapToLong(LoadResult.PathRow::failed).sum(),
                    LatencyFigures.merged(
                        entry.getValue().stream().map(LoadResult.PathRow::distribution).toList())))
        .toList();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
