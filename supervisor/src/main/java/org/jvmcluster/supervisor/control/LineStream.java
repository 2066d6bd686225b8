package org.jvmcluster.supervisor.control;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer of JSON lines that come over time. Belongs to the request's event loop.
 *
 * <p>A client that leaves too much unread is cut off: its answer would otherwise grow in memory.
 */
final class LineStream {
  static final String MEDIA_TYPE = "application/x-ndjson";

  /** A restart of 1000 workers, or more events than are remembered, at 200 bytes a line. */
  private static final int MAX_UNREAD_BYTES = 1 << 21;

  private static final Logger LOG = LoggerFactory.getLogger(LineStream.class);

  private final HttpServerRequest request;
  private final HttpServerResponse response;

  LineStream(HttpServerRequest request) {
    this.request = request;
    this.response = request.response();
    response.setWriteQueueMaxSize(MAX_UNREAD_BYTES);
  }

  /** Begins the answer; its status cannot change any more. */
  void begin(int status) {
    response.setStatusCode(status).putHeader("Content-Type", MEDIA_TYPE);
    // To an older client the end of the connection is the end of the answer.
    response.setChunked(request.version() != HttpVersion.HTTP_1_0);
  }

  /** Sends the head before there is a line, so that the client knows that it was heard. */
  void sendHead() {
    // Not writeHead(): without a length or chunks Vert.x refuses it, also to HTTP/1.0.
    response.write("").onFailure(gone -> LOG.debug("client is gone", gone));
  }

  boolean hasBegun() {
    return response.headWritten();
  }

  void write(JsonObject line) {
    if (response.closed() || response.ended()) {
      return;
    }
    if (response.writeQueueFull()) {
      LOG.warn("{}: the client does not read its answer and is cut off", request.path());
      request.connection().close();
      return;
    }
    response.write(line.encode() + "\n").onFailure(gone -> LOG.debug("client is gone", gone));
  }

  void end() {
    if (!response.closed() && !response.ended()) {
      response.end().onFailure(gone -> LOG.debug("client is gone", gone));
    }
  }
}
