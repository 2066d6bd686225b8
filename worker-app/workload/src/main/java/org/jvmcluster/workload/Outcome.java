package org.jvmcluster.workload;

import java.util.Locale;

/**
 * What work came to, and how it got there.
 *
 * @param value its result
 * @param thread the name of the thread that ran it
 * @param waitNanos from its submission to its first instruction
 * @param runNanos from its first to its last instruction
 */
record Outcome<T>(T value, Place place, String thread, long waitNanos, long runNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Where it ran and how long it took, for people. */
  String journey() {
    return String.format(
        Locale.ROOT,
        "ran on %s (%s): waited %.3f ms, ran %.3f ms",
        thread,
        Parameters.wireName(place),
        waitNanos / NANOS_PER_MILLI,
        runNanos / NANOS_PER_MILLI);
  }

  /** The same journey with another result. */
  <U> Outcome<U> with(U other) {
    return new Outcome<>(other, place, thread, waitNanos, runNanos);
  }
}
