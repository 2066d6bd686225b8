package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;

/**
 * When an event is handled. Durations are reckoned from {@code nanos}; {@code wallClock} is only
 * for people to read.
 *
 * @param nanos a reading of the monotonic clock
 * @param wallClock the time of day
 */
public record Moment(long nanos, Instant wallClock) {
  public Moment {
    requireNonNull(wallClock, "wallClock");
  }

  /** Time since an earlier reading of the monotonic clock. */
  Duration since(long earlierNanos) {
    return Duration.ofNanos(nanos - earlierNanos);
  }
}
