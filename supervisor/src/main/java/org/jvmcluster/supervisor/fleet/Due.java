package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Optional;

/**
 * When a wait of the fleet ends, on the clock of {@link Moment#nanos()}.
 *
 * @param atNanos the reading at which it has ended
 */
record Due(long atNanos) {

  /** So long after {@code now}. */
  static Due after(Moment now, Duration wait) {
    return new Due(now.nanos() + wait.toNanos());
  }

  /** Whether the wait has ended; true exactly at its end. */
  boolean hasCome(Moment now) {
    // A difference, never a comparison of readings: the monotonic clock may wrap.
    return now.nanos() - atNanos >= 0;
  }

  /** Time until it ends, never negative. */
  Duration left(Moment now) {
    return Duration.ofNanos(Math.max(0, atNanos - now.nanos()));
  }

  /** The earlier of the two; an absent one never comes. */
  static Optional<Due> earlier(Optional<Due> one, Optional<Due> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return other.get().atNanos - one.get().atNanos < 0 ? other : one;
  }
}
