package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * Several runs of one scenario under one discipline. Percentiles are those of all requests of all
 * runs; their intervals say how far the mean of so many runs may be off.
 *
 * @param scenario that was simulated
 * @param discipline under which
 * @param latency of all runs
 * @param runs at least one
 */
public record Forecast(
    Scenario scenario,
    Discipline discipline,
    LatencyDistribution latency,
    List<SimulatedRun> runs) {
  /** Each keeps its histogram, of some 200 KB. */
  public static final int MOST_RUNS = 100;

  public Forecast {
    requireNonNull(scenario, "scenario");
    requireNonNull(discipline, "discipline");
    requireNonNull(latency, "latency");
    runs = List.copyOf(runs);
  }

  /**
   * Simulates.
   *
   * @param repeats runs, 1 to {@link #MOST_RUNS}, each with a chance of its own
   * @param seed of the first; the same gives the same forecast
   */
  public static Forecast of(Scenario scenario, Discipline discipline, int repeats, long seed) {
    if (repeats < 1 || repeats > MOST_RUNS) {
      throw new IllegalArgumentException("1 to " + MOST_RUNS + " repeats, not " + repeats);
    }
    List<SimulatedRun> runs =
        LongStream.range(0, repeats)
            .mapToObj(repeat -> Simulation.run(scenario, discipline, seed + repeat))
            .toList();
    return new Forecast(
        scenario,
        discipline,
        LatencyDistribution.merged(runs.stream().map(SimulatedRun::latency).toList()),
        runs);
  }

  /** Answers a second. */
  public Estimate throughput() {
    return mean(SimulatedRun::throughput);
  }

  /** Share of the time in which a worker held a request, 0 to 1. */
  public Estimate utilization() {
    return mean(SimulatedRun::utilization);
  }

  /** Share of the requests that the busiest worker served, 0 to 1. */
  public Estimate largestShare() {
    return mean(SimulatedRun::largestShare);
  }

  /**
   * The latency that so many percent of the requests do not exceed.
   *
   * @param percentile 0 to 100
   */
  public Estimate latencyMillisAt(double percentile) {
    return Repeats.of(runs.stream().map(SimulatedRun::latency).toList(), latency)
        .millisAt(percentile);
  }

  private Estimate mean(ToDoubleFunction<SimulatedRun> figure) {
    double[] values = runs.stream().mapToDouble(figure).toArray();
    return Repeats.mean(values);
  }
}
