package org.jvmcluster.supervisor.listener;

/** Descriptors could not be given to a worker. */
public final class DescriptorException extends Exception {
  private static final long serialVersionUID = 1;

  DescriptorException(String message) {
    super(message);
  }

  DescriptorException(String message, Throwable cause) {
    super(message, cause);
  }
}
