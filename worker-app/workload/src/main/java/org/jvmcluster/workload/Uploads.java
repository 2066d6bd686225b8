package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Guards the heap against bodies: how long each may be is the route's to say, here it is how many
 * bytes all of them may have that are on their way or in work, and how long one may take.
 *
 * <p>Safe for any event loop; one for all of them.
 */
final class Uploads {
  /** A fifth of the heap that a worker has by default. */
  private static final int MOST_BYTES_AT_ONCE = 100_000_000;

  /** Half a minute: 25 MB at 7 Mbit/s. */
  private static final long MAX_SECONDS = 30;

  /** A second, for the answer to be read. */
  private static final long LINGER_MILLIS = 1000;

  private static final String TIMER = Uploads.class.getName() + ".timer";

  private final Semaphore room = new Semaphore(MOST_BYTES_AT_ONCE);

  /** Before the body is read: takes room for it, or refuses it. */
  void begin(RoutingContext context, int mostBytes) {
    int bytes = length(context, mostBytes);
    if (bytes > mostBytes) {
      refuse(
          context,
          Refused.because(
              context, 413, "the body is longer than " + mostBytes + " bytes; send a shorter one"));
      return;
    }
    if (!room.tryAcquire(bytes)) {
      refuse(
          context,
          Refused.because(context, 503, "too many bodies are on their way; send this one later"));
      return;
    }
    context.addEndHandler(ended -> room.release(bytes));
    Vertx vertx = context.vertx();
    long timer =
        vertx.setTimer(
            TimeUnit.SECONDS.toMillis(MAX_SECONDS),
            late ->
                refuse(
                    context,
                    Refused.because(
                        context, 408, "the body was not here after " + MAX_SECONDS + " s")));
    context.addEndHandler(ended -> vertx.cancelTimer(timer));
    context.put(TIMER, timer);
    context.next();
  }

  /** After the body was read. */
  void end(RoutingContext context) {
    Long timer = context.get(TIMER);
    if (timer != null) {
      context.vertx().cancelTimer(timer);
    }
    if (!context.response().ended()) {
      context.next();
    }
  }

  /** A body whose length nobody says may be as long as any. */
  private static int length(RoutingContext context, int mostBytes) {
    String length = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return context.request().headers().contains(HttpHeaders.TRANSFER_ENCODING) ? mostBytes : 0;
    }
    try {
      return (int) Math.min(Long.parseLong(length), (long) mostBytes + 1);
    } catch (NumberFormatException e) {
      // Longer than any number: what is no number at all does not come so far.
      return mostBytes + 1;
    }
  }

  /**
   * The body of a request; empty when it was sent without one.
   *
   * @return empty for a request that has none by its method
   */
  static Optional<Buffer> body(RoutingContext context) {
    if (!context.request().method().equals(HttpMethod.POST)) {
      return Optional.empty();
    }
    Buffer buffer = context.body().buffer();
    return Optional.of(buffer == null ? Buffer.buffer() : buffer);
  }

  /**
   * Refuses a request whose body nobody reads, and closes the connection, because the next request
   * would stand behind that body.
   */
  static void refuse(RoutingContext context, Refused refused) {
    context.response().putHeader(HttpHeaders.CONNECTION, "close");
    Answers.failure(context, refused);
    HttpServerRequest request = context.request();
    if (request.version() != HttpVersion.HTTP_2 && !request.isEnded()) {
      // Not at once: to close over what is still coming resets the connection, and a client that
      // is busy with sending would never see why. Vert.x by itself waits for all of the body.
      context.vertx().setTimer(LINGER_MILLIS, over -> request.connection().close());
    }
  }
}
