package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * What came of one run of a simulation.
 *
 * @param latency of all requests, from the moment they were due
 * @param seconds from the begin to the last answer
 * @param utilization share of that time in which a worker held a request, of all workers
 * @param largestShare of the requests, that of the worker which served the most
 * @param meanWaitNanos how long a request waited for a worker, exact
 * @param served requests of each worker
 */
public record SimulatedRun(
    LatencyDistribution latency,
    double seconds,
    double utilization,
    double largestShare,
    double meanWaitNanos,
    List<Long> served) {
  public SimulatedRun {
    requireNonNull(latency, "latency");
    served = List.copyOf(served);
  }

  /** Answers a second. */
  public double throughput() {
    return latency.count() / seconds;
  }
}
