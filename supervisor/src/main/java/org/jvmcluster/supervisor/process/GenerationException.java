package org.jvmcluster.supervisor.process;

/** The launch record of a generation could not be made. Nothing of it is left. */
public final class GenerationException extends Exception {
  private static final long serialVersionUID = 1;

  GenerationException(String message) {
    super(message);
  }

  GenerationException(String message, Throwable cause) {
    super(message, cause);
  }
}
