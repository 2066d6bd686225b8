package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * One line of the table of routes.
 *
 * @param parameters as they stand behind the path, with their defaults; optional ones in brackets
 * @param does what it does, in a few words
 * @param cost what it asks of the machine
 * @param placement where its work belongs; empty when it has none that could run elsewhere
 * @param mostBodyBytes how long the body of a POST may be; 0 when it only answers GET
 */
record Endpoint(
    String path,
    String parameters,
    String does,
    Cost cost,
    Optional<Placement> placement,
    int mostBodyBytes,
    Answer answer) {

  /** Answers a request, now or later; called on its event loop. */
  @FunctionalInterface
  interface Answer {
    void to(RoutingContext context) throws Refused;
  }

  /** Reads a request and makes the work that it asks for, without doing it yet. */
  @FunctionalInterface
  interface Preparation {
    Callable<String> of(RoutingContext context) throws Refused;
  }

  Endpoint {
    requireNonNull(path, "path");
    requireNonNull(parameters, "parameters");
    requireNonNull(does, "does");
    requireNonNull(cost, "cost");
    requireNonNull(placement, "placement");
    requireNonNull(answer, "answer");
  }

  /** A route that needs no thread while it waits, if it does. */
  static Endpoint threadless(
      String path, String parameters, String does, Cost cost, Answer answer) {
    return new Endpoint(path, parameters, does, cost, Optional.empty(), 0, answer);
  }

  /** A route that is one piece of work and the outcome of it. */
  static Endpoint work(
      Dispatcher dispatcher,
      String path,
      String parameters,
      String does,
      Cost cost,
      Placement placement,
      Preparation preparation) {
    return placed(
        path,
        parameters,
        does,
        cost,
        placement,
        context ->
            Answers.outcome(context, dispatcher.run(context, placement, preparation.of(context))));
  }

  /** A route that knows itself what of its work runs at that place. */
  static Endpoint placed(
      String path, String parameters, String does, Cost cost, Placement placement, Answer answer) {
    return new Endpoint(path, parameters, does, cost, Optional.of(placement), 0, answer);
  }

  /** The same route, which also takes a body. */
  Endpoint withBody(int mostBytes) {
    return new Endpoint(path, parameters, does, cost, placement, mostBytes, answer);
  }

  /** The place and the kind of its work, such as {@code pool hash}; {@code -} without any. */
  String where(Mode mode) {
    return placement
        .map(
            right -> {
              String place = Parameters.wireName(right.in(mode));
              return right.in(mode) == Place.LOOP ? place : place + " " + right.kind().wireName();
            })
        .orElse("-");
  }
}
