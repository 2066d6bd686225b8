package org.jvmcluster.supervisor.compare;

/** The comparison cannot be made, or not be ended; the message says why and what to do. */
public final class ComparisonException extends Exception {
  private static final long serialVersionUID = 1L;

  ComparisonException(String message) {
    super(message);
  }
}
