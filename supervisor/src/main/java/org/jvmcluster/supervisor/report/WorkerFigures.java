package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of one worker from its own reports, at one moment. A figure that it has not
 * reported is empty. Gauges are as of the last report, see {@code reportAge}.
 *
 * @param latency over the window, from arrival in the kernel
 * @param serverTime over the window, from first read
 * @param eventLoop over the window
 * @param pool over the window
 * @param stalls over the window
 * @param shed over the window
 * @param requests answered since the worker started
 * @param reportAge since the last report arrived; empty before the first
 * @param transport {@code epoll} or {@code nio}
 * @param reduced what does not work in this worker or in what is known of it, in sentences
 */
public record WorkerFigures(
    LatencyFigures latency,
    LatencyFigures serverTime,
    EventLoopFigures eventLoop,
    PoolFigures pool,
    StallFigures stalls,
    ShedFigures shed,
    OptionalLong requests,
    OptionalLong connections,
    OptionalLong inFlight,
    OptionalLong heapUsedBytes,
    OptionalLong heapMaxBytes,
    Optional<Duration> reportAge,
    String transport,
    List<String> reduced) {
  public WorkerFigures {
    requireNonNull(latency, "latency");
    requireNonNull(serverTime, "serverTime");
    requireNonNull(eventLoop, "eventLoop");
    requireNonNull(pool, "pool");
    requireNonNull(stalls, "stalls");
    requireNonNull(shed, "shed");
    requireNonNull(transport, "transport");
    reduced = List.copyOf(reduced);
  }
}
