package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

/**
 * Why a worker serves no more.
 *
 * @param cause in the words of {@code lastExit.reason}
 * @param story what became of it, continuing a sentence whose subject is the worker: {@code exited
 *     with code 1 after 0.4 s, before it was ready}
 */
record Departure(Cause cause, String story) {
  Departure {
    requireNonNull(cause, "cause");
    requireNonNull(story, "story");
  }

  /** What ended it: itself, or an order of the fleet. */
  enum Cause {
    NOT_STARTED("could not be started"),
    CRASHED("crashed"),
    EXITED("exited"),
    FAILED("failed"),
    LOST_CONTROL("lost control"),
    NEVER_READY("never ready"),
    HANG("hang"),
    REPLACED("replaced"),
    RESTART_ABORTED("restart aborted"),
    SCALED_DOWN("scaled down"),
    STOPPED("stopped");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /** Whether the fleet ordered it; otherwise it is a death, which calls for a replacement. */
    boolean isOrdered() {
      return switch (this) {
        case REPLACED, RESTART_ABORTED, SCALED_DOWN, STOPPED -> true;
        case NOT_STARTED, CRASHED, EXITED, FAILED, LOST_CONTROL, NEVER_READY, HANG -> false;
      };
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** By order of the fleet. */
  static Departure ordered(Cause cause) {
    return new Departure(cause, cause.toString());
  }
}
