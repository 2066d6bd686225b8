package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What the fleet decides by.
 *
 * @param workers how many slots at the start, 1 to 1024
 * @param readyTimeout from the start of a process until it must be ready
 * @param drainTimeout how long a worker may drain before its connections are cut
 * @param hangTimeout how long a ready worker may be blocked or silent; zero for ever
 * @param backoff delays before a dying worker is started again
 */
public record FleetSettings(
    int workers,
    Duration readyTimeout,
    Duration drainTimeout,
    Duration hangTimeout,
    RestartBackoff backoff) {
  /** More slots than this are a typing error: each is a JVM. */
  public static final int MAX_WORKERS = 1024;

  public FleetSettings {
    requireNonNull(readyTimeout, "readyTimeout");
    requireNonNull(drainTimeout, "drainTimeout");
    requireNonNull(hangTimeout, "hangTimeout");
    requireNonNull(backoff, "backoff");
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException("workers lies in 1.." + MAX_WORKERS + ", not " + workers);
    }
  }
}
