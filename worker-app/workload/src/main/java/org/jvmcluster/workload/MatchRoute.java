package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.RegexMatch;

/** {@code /match}: a regular expression of a stranger on a text of his. */
final class MatchRoute {
  /** What a form field may hold. */
  static final int MAX_INPUT_CHARS = 100_000;

  /** What anybody writes by hand. */
  static final int MAX_PATTERN_CHARS = 1000;

  /** UTF-8 has up to 3 bytes for a Java character. */
  private static final int MAX_BODY_BYTES = 3 * MAX_INPUT_CHARS;

  private final Dispatcher dispatcher;

  MatchRoute(Workshop shop) {
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
  }

  Endpoint endpoint() {
    return Endpoint.work(
            dispatcher,
            "/match",
            "?pattern=P&input=S[&engine=jdk|re2j|deadline][&limitMs=100]",
            "looks for a regular expression; POST: in the body",
            Cost.CPU_SHORT,
            Placement.pool(TaskKind.CPU),
            MatchRoute::prepare)
        .withBody(MAX_BODY_BYTES);
  }

  private static Callable<String> prepare(RoutingContext context) throws Refused {
    String pattern = Parameters.required(context, "pattern", "a%2Bb");
    Optional<Buffer> body = Uploads.body(context);
    String input =
        body.isPresent()
            ? body.get().toString(UTF_8)
            : Parameters.required(context, "input", "aab");
    RegexMatch.Engine engine = Parameters.choice(context, "engine", RegexMatch.Engine.JDK);
    Duration limit = Duration.ofMillis(Parameters.number(context, "limitMs", 100, 1, 10_000));
    // Before any engine sees it: the one limit that costs nothing to keep.
    refuseOver(context, "pattern", pattern.length(), MAX_PATTERN_CHARS);
    refuseOver(context, "input", input.length(), MAX_INPUT_CHARS);
    return () ->
        (RegexMatch.find(engine, pattern, input, limit) ? "found" : "not found")
            + " in "
            + input.length()
            + " characters by engine "
            + Parameters.wireName(engine);
  }

  private static void refuseOver(RoutingContext context, String name, int length, int most)
      throws Refused {
    if (length > most) {
      throw Refused.because(
          context, 413, name + " has " + length + " characters; give at most " + most);
    }
  }
}
