package org.jvmcluster.supervisor.process;

/** A worker process could not be started. */
public final class WorkerStartException extends Exception {
  private static final long serialVersionUID = 1;

  WorkerStartException(String message) {
    super(message);
  }

  WorkerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
