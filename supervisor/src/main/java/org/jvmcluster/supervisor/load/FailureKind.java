package org.jvmcluster.supervisor.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.unix.Errors;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;

/** Why a request has no good answer. The wire name is the lower-case name with dashes. */
public enum FailureKind {
  /** Nobody listens. */
  REFUSED,
  /** The connection was reset, while connecting, sending or receiving. */
  RESET,
  /** No whole answer within the time allowed, connecting included. */
  TIMEOUT,
  /** The connection ended in the middle of the answer. */
  SHORT_BODY,
  /** The connection ended in good order, but before any of the answer. */
  CLOSED_BEFORE_ANSWER,
  /** A whole answer with a status of 500 or above. */
  STATUS_5XX,
  /** A whole answer with a status of 400 to 499. */
  STATUS_4XX,
  /** Anything else: no route, no local port left, an answer that is no HTTP. */
  OTHER;

  /** {@code closed-before-answer}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What an error of the transport means for the request that was in flight. */
  static FailureKind of(Throwable cause) {
    if (cause instanceof ConnectTimeoutException) {
      return TIMEOUT;
    }
    if (cause instanceof ConnectException) {
      return ofConnect(String.valueOf(cause.getMessage()));
    }
    if (cause instanceof ClosedChannelException) {
      return CLOSED_BEFORE_ANSWER;
    }
    return isReset(cause) ? RESET : OTHER;
  }

  /** Neither Netty nor the JDK says the errno of a failed connect but in words. */
  private static FailureKind ofConnect(String message) {
    if (message.contains("refused")) {
      return REFUSED;
    }
    return message.contains("reset") ? RESET : OTHER;
  }

  /** A broken pipe is a reset too: the peer's came before we wrote. */
  private static boolean isReset(Throwable cause) {
    if (cause instanceof Errors.NativeIoException nativeError) {
      int errno = nativeError.expectedErr();
      return errno == Errors.ERRNO_ECONNRESET_NEGATIVE || errno == Errors.ERRNO_EPIPE_NEGATIVE;
    }
    String message = String.valueOf(cause.getMessage());
    return (cause instanceof SocketException && message.contains("reset"))
        || (cause instanceof IOException && message.contains("Broken pipe"));
  }
}
