package org.jvmcluster.workload;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What probes ask. */
final class HealthRoutes {
  private HealthRoutes() {}

  /**
   * The three checks.
   *
   * @param notReady why this worker takes no requests; empty while it does
   */
  static List<Endpoint> of(Supplier<Optional<String>> notReady) {
    return List.of(
        health("live", "whether the process should live; never fails for load", Optional::empty),
        health(
            "ready", "whether it takes requests; 503 while it drains or is overloaded", notReady),
        health("started", "whether it has started", Optional::empty));
  }

  private static Endpoint health(String check, String does, Supplier<Optional<String>> down) {
    return Endpoint.threadless(
        "/health/" + check,
        "",
        does,
        Cost.IO,
        context -> Answers.health(context, check, down.get()));
  }
}
