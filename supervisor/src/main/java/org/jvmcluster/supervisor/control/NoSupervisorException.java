package org.jvmcluster.supervisor.control;

/** Nobody listens at the admin socket: no supervisor runs there. */
public final class NoSupervisorException extends AdminException {
  private static final long serialVersionUID = 1L;

  NoSupervisorException(String message, Throwable cause) {
    super(message, cause);
  }
}
