package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * All workers' figures at one moment, over one window. Immutable.
 *
 * @param window the window of every figure that has one
 * @param workers those that have joined and are not gone
 * @param latency of all requests of the window, also those of workers that are gone: histograms
 *     added, never percentiles averaged
 * @param serverTime likewise
 * @param eventLoop likewise, without loops
 * @param pool likewise; gauges of the living
 * @param shed likewise
 * @param requests answered since the supervisor started, by whomever; never goes back
 */
public record FleetFigures(
    Window window,
    Map<LaunchId, WorkerFigures> workers,
    LatencyFigures latency,
    LatencyFigures serverTime,
    EventLoopFigures eventLoop,
    PoolFigures pool,
    ShedFigures shed,
    OptionalLong requests) {
  public FleetFigures {
    requireNonNull(window, "window");
    workers = Map.copyOf(workers);
    requireNonNull(latency, "latency");
    requireNonNull(serverTime, "serverTime");
    requireNonNull(eventLoop, "eventLoop");
    requireNonNull(pool, "pool");
    requireNonNull(shed, "shed");
    requireNonNull(requests, "requests");
  }
}
