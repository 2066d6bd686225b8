package org.jvmcluster.supervisor.control;

import java.io.IOException;

/**
 * A supervisor could not be asked, or gave no answer that can be used. The message says at which
 * socket, what came of it and the mend.
 */
public class AdminException extends IOException {
  private static final long serialVersionUID = 1L;

  AdminException(String message) {
    super(message);
  }

  AdminException(String message, Throwable cause) {
    super(message, cause);
  }
}
