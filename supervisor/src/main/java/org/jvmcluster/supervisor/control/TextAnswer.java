package org.jvmcluster.supervisor.control;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers with plain text for people. */
final class TextAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(TextAnswer.class);

  private TextAnswer() {}

  /** Sends {@code body} with status 200; does nothing when the client is gone. */
  static void send(HttpServerRequest request, String body) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .putHeader("Content-Type", "text/plain; charset=utf-8")
        .putHeader("Cache-Control", "no-store")
        .end(body)
        .onFailure(gone -> LOG.debug("client is gone", gone));
  }
}
