package org.jvmcluster.supervisor.control;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.EventLine;

/**
 * Answers a POST while it is carried out. The client chooses how:
 *
 * <ul>
 *   <li>By default one JSON line a step, as it happens, and as the last line {@code {"result":
 *       "done|refused|busy|undone|failed", "text": "..."}}. The status line is held back until the
 *       first step or, when there is none, the outcome: so what is not begun at all is a 409. Once
 *       steps have been sent the status was 200, and <b>the result line rules</b>.
 *   <li>With {@code Accept: application/json} nothing until the end, then one object {@code
 *       {"result", "text", "steps": [...]}} and a status that always fits.
 * </ul>
 *
 * <p>The status of an outcome: done 200, refused 400, busy 409, undone 422, failed (done, but
 * something was cut) 500. A client that goes away changes nothing of what was ordered.
 */
final class OrderAnswer implements Progress {
  /** A restart of the largest fleet makes half as many; more are left out of the object. */
  private static final int MAX_STEPS = 10_000;

  private final Context context;
  private final HttpServerRequest request;
  private final LineStream lines;
  private final boolean atOnce;
  private final JsonArray steps = new JsonArray();

  /** An answer that is written on {@code context}, the event loop of the request. */
  OrderAnswer(Context context, HttpServerRequest request) {
    this.context = context;
    this.request = request;
    this.lines = new LineStream(request);
    String accept = request.getHeader("Accept");
    this.atOnce =
        accept != null
            && accept.contains("application/json")
            && !accept.contains(LineStream.MEDIA_TYPE);
  }

  @Override
  public void step(Occurrence step) {
    JsonObject line = EventLine.json(step);
    context.runOnContext(
        then -> {
          if (!atOnce) {
            write(200, line);
          } else if (steps.size() < MAX_STEPS) {
            steps.add(line);
          }
        });
  }

  @Override
  public void complete(Outcome outcome) {
    context.runOnContext(then -> answer(outcome));
  }

  private void answer(Outcome outcome) {
    Result result = Result.of(outcome);
    JsonObject last = new JsonObject().put("result", result.wireName()).put("text", outcome.text());
    if (atOnce) {
      JsonAnswer.send(request, result.httpStatus(), last.put("steps", steps));
    } else {
      write(result.httpStatus(), last);
      lines.end();
    }
  }

  private void write(int status, JsonObject line) {
    if (!lines.hasBegun()) {
      lines.begin(status);
    }
    lines.write(line);
  }
}
