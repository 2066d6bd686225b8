package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.model.Agreement;
import org.jvmcluster.supervisor.model.Demand;
import org.jvmcluster.supervisor.model.Estimate;
import org.jvmcluster.supervisor.model.Forecast;
import org.jvmcluster.supervisor.model.Interval;
import org.jvmcluster.supervisor.model.Scenario;

/** Forecasts for programs and for people. */
final class SimulationReport {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
  private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99.9", "max");
  private static final List<String> KEYS = List.of("p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs");

  /** Near enough to the limit that the queues of a run hardly come to rest. */
  private static final double NEARLY_TOO_MUCH = 0.95;

  private final Scenario scenario;
  private final String service;
  private final List<Forecast> forecasts;
  private final Optional<Agreement> agreement;

  /**
   * @param service as it was written
   * @param forecasts one for each discipline
   */
  SimulationReport(
      Scenario scenario, String service, List<Forecast> forecasts, Optional<Agreement> agreement) {
    this.scenario = scenario;
    this.service = service;
    this.forecasts = List.copyOf(forecasts);
    this.agreement = agreement;
  }

  /** One object; an interval that nothing is known of is null. */
  JsonObject json() {
    JsonArray disciplines = new JsonArray();
    for (Forecast forecast : forecasts) {
      JsonObject latency = new JsonObject();
      for (int i = 0; i < PERCENTILES.length; i++) {
        latency.put(KEYS.get(i), json(forecast.latencyMillisAt(PERCENTILES[i])));
      }
      disciplines.add(
          new JsonObject()
              .put("discipline", forecast.discipline().wireName())
              .put("throughput", json(forecast.throughput()))
              .put("utilization", json(forecast.utilization()))
              .put("largestShare", json(forecast.largestShare()))
              .put("latency", latency)
              .put("histogram", forecast.latency().encode()));
    }
    JsonObject json =
        new JsonObject()
            .put("model", true)
            .put("workers", scenario.workers())
            .put("service", service)
            .put("serviceMeanMs", rounded(scenario.service().meanNanos() / 1e6))
            .put("requests", scenario.requests())
            .put("repeats", forecasts.get(0).runs().size())
            .put("capacity", rounded(scenario.capacityPerSecond()))
            .put("offeredLoad", offered().map(SimulationReport::rounded).orElse(null))
            .put("overload", overload().orElse(null))
            .put("disciplines", disciplines);
    agreement.ifPresent(judged -> json.put("against", json(judged)));
    return json;
  }

  private static JsonObject json(Agreement judged) {
    JsonArray verdicts = new JsonArray();
    for (Agreement.Verdict verdict : judged.verdicts()) {
      verdicts.add(
          new JsonObject()
              .put("percentile", verdict.percentile())
              .put("modelMs", rounded(verdict.modelMillis()))
              .put("measuredMs", json(verdict.measuredMillis()))
              .put("acceptedMs", json(verdict.accepted()))
              .put("agrees", verdict.agrees())
              .put("unproven", verdict.unproven().orElse(null)));
    }
    return new JsonObject().put("agrees", judged.holds()).put("verdicts", verdicts);
  }

  private static JsonObject json(Estimate estimate) {
    return new JsonObject()
        .put("value", rounded(estimate.value()))
        .put("interval", json(estimate.interval()))
        .put("repeats", estimate.samples());
  }

  private static @Nullable JsonArray json(Interval interval) {
    return isKnown(interval)
        ? new JsonArray().add(rounded(interval.low())).add(rounded(interval.high()))
        : null;
  }

  private static boolean isKnown(Interval interval) {
    return !Double.isInfinite(interval.low()) && !Double.isInfinite(interval.high());
  }

  private static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }

  /** A few lines and a table of the disciplines. */
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "model, nothing was measured");
    line(
        text,
        "%,d %s, service %s (mean %.3f ms%s), %s",
        scenario.workers(),
        scenario.workers() == 1 ? "worker" : "workers",
        service,
        scenario.service().meanNanos() / 1e6,
        scenario.cores().isPresent()
            ? ", " + number(scenario.cores().getAsDouble()) + " cores"
            : "",
        demand());
    line(
        text,
        "%d repeats of %,d requests; capacity %,.1f/s%s",
        forecasts.get(0).runs().size(),
        scenario.requests(),
        scenario.capacityPerSecond(),
        offered()
            .map(load -> String.format(Locale.ROOT, ", %.1f %% of it due", 100 * load))
            .orElse(""));
    overload().ifPresent(said -> line(text, "%s", said));
    table(text);
    agreement.ifPresent(judged -> verdicts(text, judged));
    return text.toString();
  }

  private void table(StringBuilder text) {
    line(text, "");
    line(text, "%-14s%s", "", columns(forecast -> forecast.discipline().wireName()));
    line(text, "%-14s%s", "answers/s", columns(forecast -> cell(forecast.throughput(), 1)));
    line(text, "%-14s%s", "utilization %", columns(forecast -> cell(forecast.utilization(), 100)));
    for (int i = 0; i < PERCENTILES.length; i++) {
      double percentile = PERCENTILES[i];
      line(
          text,
          "%-14s%s",
          NAMES.get(i) + " ms",
          columns(forecast -> cell(forecast.latencyMillisAt(percentile), 1)));
    }
    line(text, "%-14s%s", "busiest %", columns(forecast -> cell(forecast.largestShare(), 100)));
    line(text, "");
    line(
        text,
        "in brackets: 95 %% interval from the repeats; busiest: share of the requests that the");
    line(text, "worker with the most served");
  }

  private String columns(Function<Forecast, String> cell) {
    StringBuilder row = new StringBuilder();
    forecasts.forEach(
        forecast -> row.append(String.format(Locale.ROOT, " %25s", cell.apply(forecast))));
    return row.toString();
  }

  private static String cell(Estimate estimate, double unit) {
    Interval interval = estimate.interval();
    return number(estimate.value() * unit)
        + (isKnown(interval)
            ? " (" + number(interval.low() * unit) + "-" + number(interval.high() * unit) + ")"
            : "");
  }

  /** Three digits that matter. */
  private static String number(double value) {
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }

  private static void verdicts(StringBuilder text, Agreement judged) {
    line(text, "");
    for (Agreement.Verdict verdict : judged.verdicts()) {
      line(
          text,
          "%-4s %s: model %s ms, measured %s ms of %d %s, accepted %s to %s ms%s",
          verdict.percentile(),
          verdict.agrees() ? "agrees" : "differs",
          number(verdict.modelMillis()),
          cell(verdict.measuredMillis(), 1),
          verdict.measuredMillis().samples(),
          verdict.measuredMillis().samples() == 1 ? "repeat" : "repeats",
          number(verdict.accepted().low()),
          number(verdict.accepted().high()),
          verdict.unproven().map(why -> "; proves nothing: " + why).orElse(""));
    }
    line(text, "the model %s", judged.holds() ? "agrees with what was measured" : "differs");
  }

  private String demand() {
    String clients =
        scenario.clients().isPresent() ? " from " + scenario.clients().getAsInt() + " clients" : "";
    String connections =
        scenario.keepAlive() ? ", connections kept alive" : ", a fresh connection each";
    Demand demand = scenario.demand();
    String when;
    if (demand instanceof Demand.Open open) {
      when = number(open.perSecond()) + "/s " + (open.byChance() ? "by chance" : "evenly");
    } else if (demand instanceof Demand.Burst) {
      when = "all at once";
    } else {
      when = "each after the last answer";
    }
    return when + clients + connections;
  }

  private Optional<Double> offered() {
    return scenario.offeredLoad().stream().boxed().findFirst();
  }

  private Optional<String> overload() {
    return offered()
        .filter(load -> load > NEARLY_TOO_MUCH)
        .map(
            load ->
                load >= 1
                    ? "OVERLOAD: more is due than can be served, so waits grow as long as it lasts; the"
                        + " latencies say how long it lasted here, not what the service is like"
                    : "near the limit: waits hardly come to rest, so longer runs show longer ones");
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
