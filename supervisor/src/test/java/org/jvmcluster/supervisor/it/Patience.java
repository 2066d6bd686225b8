package org.jvmcluster.supervisor.it;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long conditions are waited for. */
final class Patience {
  /**
   * A boot takes a second on a quiet machine, and twenty where other builds run. Nothing is proven
   * by this limit; it ends a test that would hang.
   */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private Patience() {}

  static ConditionFactory awaiting(String what) {
    return Awaitility.await(what)
        .atMost(LIMIT)
        .pollInterval(LOOK_AGAIN)
        .pollDelay(Duration.ZERO)
        .pollInSameThread();
  }

  /** Waits until it is so. */
  static void await(String what, Callable<Boolean> condition) {
    awaiting(what).until(condition);
  }
}
