package org.jvmcluster.runtime.time;

/**
 * The monotonic clock. Its readings have no meaning by themselves; only differences between two
 * readings of the same clock do, see {@link System#nanoTime()}.
 *
 * <p>Passed in wherever time decides something, so that a test can move it.
 */
@FunctionalInterface
public interface NanoClock {
  /** The clock of this JVM. */
  NanoClock SYSTEM = System::nanoTime;

  /** Returns the current reading in nanoseconds; may be negative. */
  long nanos();
}
