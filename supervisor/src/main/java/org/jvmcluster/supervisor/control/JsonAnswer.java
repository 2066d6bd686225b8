package org.jvmcluster.supervisor.control;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers with one JSON object, for people who use curl in lines and with a break at the end. */
final class JsonAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(JsonAnswer.class);

  private JsonAnswer() {}

  /** Sends {@code body}; does nothing when the client is gone or has its answer already. */
  static void send(HttpServerRequest request, int status, JsonObject body) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store")
        .end(body.encodePrettily() + "\n")
        .onFailure(gone -> LOG.debug("client is gone", gone));
  }

  /** Sends {@code {"error": sentence}}. */
  static void refuse(HttpServerRequest request, int status, String sentence) {
    send(request, status, new JsonObject().put("error", sentence));
  }
}
