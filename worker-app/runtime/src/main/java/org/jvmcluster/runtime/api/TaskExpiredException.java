package org.jvmcluster.runtime.api;

/**
 * A task was dropped before it ran, since its deadline had passed or its client had gone. Like a
 * rejection it is no failure of the work.
 */
public final class TaskExpiredException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TaskExpiredException(String message) {
    super(message, null, false, false);
  }
}
