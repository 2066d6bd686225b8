package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

/** The supervisor could not start; whatever it had made is removed again. */
public final class StartFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** What the command line answers differs. */
  public enum Kind {
    /** The port or its runtime directory is somebody else's. */
    IN_USE,
    /** The configuration or the place cannot work. */
    BAD_CONFIGURATION,
    /** Something else: a part is missing, the machine lacks what is needed. */
    FAILED
  }

  private final Kind kind;

  StartFailure(Kind kind, String message) {
    super(message);
    this.kind = requireNonNull(kind, "kind");
  }

  StartFailure(Kind kind, Exception cause) {
    super(cause.getMessage(), cause);
    this.kind = requireNonNull(kind, "kind");
  }

  /** Which. */
  public Kind kind() {
    return kind;
  }
}
