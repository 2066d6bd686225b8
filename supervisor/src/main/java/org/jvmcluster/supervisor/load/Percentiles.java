package org.jvmcluster.supervisor.load;

import java.time.Duration;

/**
 * Percentiles of durations, read off one histogram, with the number of samples they stand on.
 *
 * @param count samples; the rest is meant only if there are any
 */
public record Percentiles(
    long count, Duration p50, Duration p90, Duration p99, Duration p999, Duration max) {}
