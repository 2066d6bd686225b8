package org.jvmcluster.runtime.worker;

/** The supervisor did not take this worker; the message says why. */
final class JoinException extends Exception {
  private static final long serialVersionUID = 1L;

  JoinException(String reason) {
    super(reason);
  }
}
