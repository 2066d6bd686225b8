package org.jvmcluster.workload;

import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.jvmcluster.runtime.api.TaskExpiredException;
import org.jvmcluster.runtime.api.TaskRejectedException;
import org.jvmcluster.workload.work.WorkFailedException;

/** How the service answers. */
final class Answers {
  static final String WORKER_HEADER = "X-Worker";

  private Answers() {}

  /** Text that ends with the pid of this process. Nothing when the client has gone meanwhile. */
  static void text(RoutingContext context, int status, String text) {
    if (context.response().ended() || context.response().closed()) {
      return;
    }
    context
        .response()
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
        .end(text + "\npid " + WorkerName.pid());
  }

  /** A good answer. */
  static void ok(RoutingContext context, String text) {
    text(context, 200, text);
  }

  /** What work came to, and where it ran; or why it did not. */
  static void outcome(RoutingContext context, Future<Outcome<String>> work) {
    work.onSuccess(outcome -> ok(context, outcome.value() + "\n" + outcome.journey()))
        .onFailure(failure -> failure(context, failure));
  }

  /**
   * Why there is no good answer. A hand-over that failed is a 503, whatever the work; work that
   * failed has a status of its own, so that one can tell a full pool from a bad picture.
   */
  static void failure(RoutingContext context, Throwable failure) {
    String path = context.request().path();
    if (failure instanceof Refused refused) {
      if (refused.status() == 503) {
        retryLater(context);
      }
      text(context, refused.status(), refused.text());
    } else if (failure instanceof TaskRejectedException rejected) {
      retryLater(context);
      text(
          context,
          503,
          "503 " + path + ": not taken (" + rejected.reason().wireName() + "): " + reason(failure));
    } else if (failure instanceof TaskExpiredException) {
      retryLater(context);
      text(context, 503, "503 " + path + ": never begun (expired): " + reason(failure));
    } else if (failure instanceof WorkFailedException failed) {
      int status =
          switch (failed.fault()) {
            case REQUEST -> 400;
            case CONTENT -> 422;
            case UPSTREAM -> 502;
          };
      text(context, status, status + " " + path + ": " + reason(failure));
    } else {
      context.fail(failure);
    }
  }

  /** A health answer in MicroProfile's form: 200 when up, 503 with the reason when down. */
  static void health(RoutingContext context, String check, Optional<String> down) {
    String status = down.isEmpty() ? "UP" : "DOWN";
    JsonObject result = new JsonObject().put("name", check).put("status", status);
    down.ifPresent(reason -> result.put("data", new JsonObject().put("reason", reason)));
    context
        .response()
        .setStatusCode(down.isEmpty() ? 200 : 503)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(
            new JsonObject()
                .put("status", status)
                .put("checks", new JsonArray().add(result))
                .encode());
  }

  /** A second: what waits here is done by then or the client does well to go elsewhere. */
  private static void retryLater(RoutingContext context) {
    context.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
  }

  private static String reason(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }
}
