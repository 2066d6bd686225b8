package org.jvmcluster.supervisor.load;

/** A run could not begin; the message says why and where. */
public final class LoadException extends Exception {
  private static final long serialVersionUID = 1L;

  LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
