package org.jvmcluster.supervisor.compare;

import java.util.List;

/** An arm cannot be started, or does not do what it should; the comparison goes on without it. */
final class ArmException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lastLines;

  ArmException(String message) {
    this(message, List.of());
  }

  ArmException(String message, Throwable cause) {
    super(message, cause);
    this.lastLines = List.of();
  }

  /**
   * Tells also what the program wrote.
   *
   * @param lastLines the end of it
   */
  ArmException(String message, List<String> lastLines) {
    super(message);
    this.lastLines = List.copyOf(lastLines);
  }

  /** The end of what the program wrote that failed; none if it is not known. */
  List<String> lastLines() {
    return lastLines;
  }

  /** What was wrong, for people. */
  String text() {
    return String.valueOf(getMessage());
  }
}
