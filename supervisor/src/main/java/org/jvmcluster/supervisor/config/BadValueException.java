package org.jvmcluster.supervisor.config;

/** A value that a key does not take; the message says what was wrong with it. */
final class BadValueException extends Exception {
  private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message);
  }
}
