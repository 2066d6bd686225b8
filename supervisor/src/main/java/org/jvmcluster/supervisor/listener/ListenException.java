package org.jvmcluster.supervisor.listener;

/** The host or port cannot be listened on; the configuration must change. */
public final class ListenException extends Exception {
  private static final long serialVersionUID = 1;

  ListenException(String message) {
    super(message);
  }

  ListenException(String message, Throwable cause) {
    super(message, cause);
  }
}
