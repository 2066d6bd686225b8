package org.jvmcluster.workload;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** How the service answers. */
final class Answers {
  static final String WORKER_HEADER = "X-Worker";

  private Answers() {}

  /** Text that ends with the pid of this process. */
  static void text(RoutingContext context, int status, String text) {
    context
        .response()
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
        .end(text + "\npid " + WorkerName.pid());
  }

  /** A health answer in MicroProfile's form: 200 when up, 503 when down. */
  static void health(RoutingContext context, String check, boolean up) {
    String status = up ? "UP" : "DOWN";
    context
        .response()
        .setStatusCode(up ? 200 : 503)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(
            new JsonObject()
                .put("status", status)
                .put(
                    "checks",
                    new JsonArray().add(new JsonObject().put("name", check).put("status", status)))
                .encode());
  }
}
