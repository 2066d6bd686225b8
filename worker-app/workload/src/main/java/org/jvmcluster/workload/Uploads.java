package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads the bodies of requests and guards the heap against them: how long each may be is the
 * route's to say, here it is how many bytes all of them may have that are on their way or in work,
 * and how long one may take. A body is bytes, whatever its type says it is.
 *
 * <p>Safe for any event loop; one for all of them.
 */
final class Uploads {
  /** A fifth of the heap that a worker has by default. */
  private static final int MOST_BYTES_AT_ONCE = 100_000_000;

  /** Half a minute: 25 MB at 7 Mbit/s. */
  private static final long MAX_SECONDS = 30;

  /** A second, for an answer to be read. */
  private static final long LINGER_MILLIS = 1000;

  private static final String BODY = Uploads.class.getName() + ".body";

  private final Semaphore room = new Semaphore(MOST_BYTES_AT_ONCE);

  /**
   * Reads a body, or refuses it.
   *
   * @param mostBytes how long it may be
   * @param then called when {@link #body} has it
   */
  void read(RoutingContext context, int mostBytes, Runnable then) {
    int bytes = length(context, mostBytes);
    if (bytes > mostBytes) {
      refuse(context, tooLong(context, mostBytes));
      return;
    }
    if (!room.tryAcquire(bytes)) {
      refuse(
          context,
          Refused.because(context, 503, "too many bodies are on their way; send this one later"));
      return;
    }
    // The bytes stay for as long as the work on them may.
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
    HttpServerRequest request = context.request();
    Buffer body = Buffer.buffer();
    request.handler(
        part -> {
          if (context.response().ended()) {
            return;
          }
          if (body.length() + part.length() > mostBytes) {
            refuse(context, tooLong(context, mostBytes));
          } else {
            body.appendBuffer(part);
          }
        });
    request.endHandler(
        end -> {
          vertx.cancelTimer(timer);
          if (!context.response().ended()) {
            context.put(BODY, body);
            then.run();
          }
        });
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      context.response().writeContinue();
    }
  }

  /** The body that was read; empty when none was, because the request is no POST. */
  static Optional<Buffer> body(RoutingContext context) {
    return Optional.ofNullable(context.get(BODY));
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

  private static Refused tooLong(RoutingContext context, int mostBytes) {
    return Refused.because(
        context, 413, "the body is longer than " + mostBytes + " bytes; send a shorter one");
  }

  /** A body whose length nobody says may be as long as any. */
  private static int length(RoutingContext context, int mostBytes) {
    HttpServerRequest request = context.request();
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return request.headers().contains(HttpHeaders.TRANSFER_ENCODING) ? mostBytes : 0;
    }
    try {
      return (int) Math.min(Long.parseLong(length), (long) mostBytes + 1);
    } catch (NumberFormatException e) {
      // Longer than any number: what is no number at all does not come so far.
      return mostBytes + 1;
    }
  }
}
