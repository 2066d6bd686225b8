package org.jvmcluster.workload.work;

import static java.util.Objects.requireNonNull;

/** The work began and could not be done; the message says why and what would help. */
public final class WorkFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Who can mend it. */
  public enum Fault {
    /** The request asks for something that does not exist or is not done here. */
    REQUEST,

    /** The request is well formed, its content is not fit for this work. */
    CONTENT,

    /** Something that the work depends on, outside of this process, did not answer. */
    UPSTREAM
  }

  private final Fault fault;

  /** A failure that needs no cause beyond its message. */
  public WorkFailedException(Fault fault, String message) {
    super(message);
    this.fault = requireNonNull(fault, "fault");
  }

  /** A failure with what caused it. */
  public WorkFailedException(Fault fault, String message, Throwable cause) {
    super(message, cause);
    this.fault = requireNonNull(fault, "fault");
  }

  /** Who can mend it. */
  public Fault fault() {
    return fault;
  }
}
