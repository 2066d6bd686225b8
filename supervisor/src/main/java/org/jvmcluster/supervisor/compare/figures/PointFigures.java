package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A sweep at one number of workers.
 *
 * @param runs those that the figures stand on
 * @param throughput good answers a second; empty without one
 * @param latency of all good answers, the runs added
 * @param speedUp against one worker of the same sweep; empty where that is missing
 * @param ceiling min(workers, allowed cores)
 * @param failed in all runs
 */
public record PointFigures(
    int workers,
    RunChoice runs,
    Optional<Measured> throughput,
    LatencyFigures latency,
    Optional<Measured> speedUp,
    double ceiling,
    long failed) {
  public PointFigures {
    requireNonNull(runs, "runs");
    requireNonNull(throughput, "throughput");
    requireNonNull(latency, "latency");
    requireNonNull(speedUp, "speedUp");
  }
}
