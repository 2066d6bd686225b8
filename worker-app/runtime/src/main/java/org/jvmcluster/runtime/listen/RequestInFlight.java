package org.jvmcluster.runtime.listen;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * A request from its first read to its end. Ends exactly once, whichever of {@link #answered},
 * {@link #lost} or the close of its connection comes first.
 *
 * <p>Begun on the event loop of its connection; may be ended from any thread.
 */
public final class RequestInFlight {
  private final @Nullable FrontConnection connection;
  private final @Nullable Object companion;
  private final long beganNanos;
  private final long arrivalAgeNanos;
  private boolean ended;

  private RequestInFlight(@Nullable FrontConnection connection, @Nullable Object companion) {
    this.connection = connection;
    this.companion = companion;
    this.beganNanos = connection == null ? 0 : connection.room().requestBegins();
    this.arrivalAgeNanos = connection == null ? 0 : connection.requestBegan(beganNanos);
  }

  /**
   * Begins a request.
   *
   * @param connection null for a connection that is not counted: nothing is measured then
   * @param companion what another meter keeps with the request; carried, never looked at
   */
  public static RequestInFlight begin(
      @Nullable FrontConnection connection, @Nullable Object companion) {
    return new RequestInFlight(connection, companion);
  }

  /** What {@link #begin} was given. */
  public @Nullable Object companion() {
    return companion;
  }

  /** The last byte of the response was written. */
  public void answered() {
    end(true);
  }

  /** There will be no response, or the connection has left HTTP. */
  public void lost() {
    end(false);
  }

  private void end(boolean answered) {
    FrontConnection counted = connection;
    if (counted == null) {
      return;
    }
    long endedNanos = System.nanoTime();
    EventLoop loop = counted.room().loop();
    if (loop.inEventLoop()) {
      end(counted, answered, endedNanos);
    } else {
      loop.execute(() -> end(counted, answered, endedNanos));
    }
  }

  private void end(FrontConnection counted, boolean answered, long endedNanos) {
    if (!ended) {
      ended = true;
      if (answered) {
        counted.requestAnswered(endedNanos - beganNanos, arrivalAgeNanos);
      }
      counted.requestEnded(endedNanos);
    }
  }
}
