package org.jvmcluster.supervisor.control;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the admin API's connections few and busy: a bounded number of them, and none that stands
 * idle, be it before its first request, within a request's head or after an answer. One whose
 * answer is still coming may take as long as that takes. Belongs to the API's event loop.
 */
final class AdminConnections {
  /** Operators, scrapers and probes are a handful; each costs about 10 KB. */
  static final int MAX_CONNECTIONS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(AdminConnections.class);

  private final Vertx vertx;
  private final Duration idleLimit;
  private final Map<HttpConnection, Activity> open = new HashMap<>();

  AdminConnections(Vertx vertx, Duration idleLimit) {
    this.vertx = vertx;
    this.idleLimit = idleLimit;
  }

  private static final class Activity {
    private int answersComing;
    private long idleTimer;
  }

  void opened(HttpConnection connection) {
    if (open.size() >= MAX_CONNECTIONS) {
      LOG.warn("an admin connection is refused: {} are open", MAX_CONNECTIONS);
      connection.close();
      return;
    }
    Activity activity = new Activity();
    open.put(connection, activity);
    watchIdle(connection, activity);
    connection.closeHandler(
        gone -> {
          vertx.cancelTimer(activity.idleTimer);
          open.remove(connection);
        });
  }

  void requested(HttpServerRequest request) {
    HttpConnection connection = request.connection();
    Activity activity = open.get(connection);
    if (activity == null) {
      return;
    }
    vertx.cancelTimer(activity.idleTimer);
    activity.answersComing++;
    request
        .response()
        .endHandler(
            answered -> {
              activity.answersComing--;
              if (activity.answersComing == 0 && open.containsKey(connection)) {
                watchIdle(connection, activity);
              }
            });
  }

  private void watchIdle(HttpConnection connection, Activity activity) {
    activity.idleTimer = vertx.setTimer(idleLimit.toMillis(), over -> connection.close());
  }
}
