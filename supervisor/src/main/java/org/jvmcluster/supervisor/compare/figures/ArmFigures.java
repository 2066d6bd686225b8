package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.compare.result.ArmRecord;

/**
 * One arm in figures.
 *
 * @param record all that was measured of it
 * @param runs those that the figures stand on
 * @param throughput good answers a second
 * @param totalSeconds of a run; empty without one
 * @param latency of all good answers, the runs added
 * @param workers by slot
 * @param paths those of the mix, in its order
 * @param requests of the runs that count
 * @param failed in all runs, noisy ones included: a failed request is no noise
 * @param attempted requests of all runs
 * @param cpuSecondsPerRequest of all processes over all requests; empty where not known
 * @param busyCores CPU seconds a second; likewise
 * @param isolation empty when not measured
 * @param speedUp against one worker; empty without one to compare with
 */
public record ArmFigures(
    ArmRecord record,
    RunChoice runs,
    Optional<Measured> throughput,
    Optional<Measured> totalSeconds,
    LatencyFigures latency,
    List<WorkerFigures> workers,
    List<PathFigures> paths,
    long requests,
    long failed,
    long attempted,
    OptionalDouble cpuSecondsPerRequest,
    OptionalDouble busyCores,
    Optional<IsolationFigures> isolation,
    Optional<SpeedUp> speedUp) {
  public ArmFigures {
    requireNonNull(record, "record");
    requireNonNull(runs, "runs");
    requireNonNull(throughput, "throughput");
    requireNonNull(totalSeconds, "totalSeconds");
    requireNonNull(latency, "latency");
    workers = List.copyOf(workers);
    paths = List.copyOf(paths);
    requireNonNull(cpuSecondsPerRequest, "cpuSecondsPerRequest");
    requireNonNull(busyCores, "busyCores");
    requireNonNull(isolation, "isolation");
    requireNonNull(speedUp, "speedUp");
  }

  public Arm arm() {
    return record.arm();
  }

  public String name() {
    return record.arm().name();
  }

  /** Failed of all requests, 0 to 1. */
  double failedShare() {
    return attempted == 0 ? 0 : (double) failed / attempted;
  }
}
