package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * A task was not taken and never ran: the hand-over failed, not the work. A service answers with
 * 503; what the work itself throws comes through as it is.
 */
public final class TaskRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why a task was not taken. */
  public enum Reason {
    /** As many tasks wait as may. */
    FULL,
    /** The pool is closed. */
    CLOSED,
    /** The oldest waiting task has waited longer than {@link PoolOptions#maxWait()}. */
    OVERLOAD;

    /** The name in figures and answers, such as {@code full}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  TaskRejectedException(Reason reason, String message) {
    // No stack trace: it is thrown by the thousand when there is least time for it, and where it
    // was made says nothing.
    super(message, null, false, false);
    this.reason = requireNonNull(reason, "reason");
  }

  /** Why the task was not taken. */
  public Reason reason() {
    return reason;
  }
}
