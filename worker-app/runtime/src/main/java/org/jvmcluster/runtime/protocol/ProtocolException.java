package org.jvmcluster.runtime.protocol;

import java.io.IOException;

/**
 * The other side sent what this version cannot make sense of: a required field is missing, a value
 * is no number or out of range, a frame is too long. The stream cannot be trusted from there on, so
 * the channel is closed. The message names the message, the key and the value.
 */
public final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  public ProtocolException(String message) {
    super(message);
  }

  public ProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}
