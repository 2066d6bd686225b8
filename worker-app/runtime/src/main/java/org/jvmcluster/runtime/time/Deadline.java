package org.jvmcluster.runtime.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A point on a {@link NanoClock} at which a wait ends. Immutable.
 *
 * @param clock the clock the point lies on
 * @param atNanos the reading at which the deadline has passed
 */
public record Deadline(NanoClock clock, long atNanos) {
  public Deadline {
    requireNonNull(clock, "clock");
  }

  /** A deadline {@code wait} from now; a zero or negative wait has passed already. */
  public static Deadline after(Duration wait, NanoClock clock) {
    return new Deadline(clock, clock.nanos() + wait.toNanos());
  }

  /** Whether the clock has reached the deadline; true exactly at it. */
  public boolean hasPassed() {
    return remainingNanos() <= 0;
  }

  /** Nanoseconds until the deadline; zero or negative once it has passed. */
  public long remainingNanos() {
    // A difference, never a comparison of readings: nanoTime may wrap.
    return atNanos - clock.nanos();
  }

  /** Time until the deadline, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, remainingNanos()));
  }
}
