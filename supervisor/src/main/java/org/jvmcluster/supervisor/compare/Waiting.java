package org.jvmcluster.supervisor.compare;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.time.NanoClock;

/** Waits for what nobody announces, by looking again and again. */
final class Waiting {
  /** A twentieth of the shortest start that is measured so. */
  private static final long LOOK_AGAIN_MILLIS = 20;

  private Waiting() {}

  /** Whether it is so by now. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws ArmException, InterruptedException;
  }

  /**
   * Waits until it is so.
   *
   * @return false if it was not so in time
   */
  static boolean until(Condition condition, Duration limit)
      throws ArmException, InterruptedException {
    long begun = NanoClock.SYSTEM.nanos();
    while (!condition.holds()) {
      if (NanoClock.SYSTEM.nanos() - begun >= limit.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
    return true;
  }
}
