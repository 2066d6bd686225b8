package org.jvmcluster.supervisor.control;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers a scrape. */
final class MetricsAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsAnswer.class);

  private MetricsAnswer() {}

  /** Sends {@code scrape}; does nothing when the client is gone. */
  static void send(HttpServerRequest request, MetricsPage.Scrape scrape) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .putHeader("Content-Type", scrape.contentType())
        .putHeader("Cache-Control", "no-store")
        .end(Buffer.buffer(scrape.body()))
        .onFailure(gone -> LOG.debug("client is gone", gone));
  }
}
