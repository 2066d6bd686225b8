package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.Percentiles;
import org.jvmcluster.supervisor.load.WorkerName;

/**
 * What is told of a load, for programs ({@link #json}) and for people ({@link #text}).
 *
 * @param plan what was to be sent
 * @param pace when
 * @param result what became of it
 * @param perSecond whether with a row for each second
 */
record LoadReport(LoadPlan plan, LoadPace pace, LoadResult result, boolean perSecond) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** A few aligned lines, a table of the workers, and those of steps, paths and seconds. */
  String text() {
    return new LoadText(this).text();
  }

  /** One object; a figure without a sample is null. Milliseconds with three decimals. */
  JsonObject json() {
    JsonObject failures = new JsonObject();
    result.failures().forEach((kind, count) -> failures.put(kind.wireName(), count));
    Optional<LoadRate> rate = pace.rate();
    boolean byChance = rate.isPresent() && pace.arrivals() == Arrivals.POISSON;
    JsonObject json =
        new JsonObject()
            .put("requests", result.requests())
            .put("startedAt", result.startedAt().toString())
            .put("loop", rate.isPresent() ? "open" : "closed")
            .put("rate", rate.map(LoadRate::text).orElse(null))
            .put("arrivals", rate.map(open -> pace.arrivals().wireName()).orElse(null))
            .put("seed", byChance ? pace.seed() : null)
            .put("failed", result.failed())
            .put("failures", failures)
            .put("retried", result.retried())
            .put("totalMs", millis(result.total()))
            .put("latency", percentiles(new JsonObject(), result.latency()))
            .put("clientLateP99Ms", millis(result.clientLateP99()))
            .put("clientLate", result.clientLate())
            .put("waitedForClient", waited())
            .put("notBegun", result.notBegun())
            .put("clientCpuShare", rounded(result.clientCpuShare()))
            .put("workers", workers())
            .put("paths", paths())
            .put("histogram", result.distribution().encode());
    if (pace.steps() > 1) {
      json.put("steps", steps());
    }
    return perSecond ? json.put("perSecond", seconds()) : json;
  }

  private @Nullable JsonObject waited() {
    return result
        .waitedForClient()
        .map(
            wait ->
                new JsonObject()
                    .put("requests", wait.count())
                    .put("p50Ms", millis(wait.p50()))
                    .put("p99Ms", millis(wait.p99()))
                    .put("maxMs", millis(wait.max())))
        .orElse(null);
  }

  private JsonArray workers() {
    JsonArray workers = new JsonArray();
    for (LoadResult.WorkerRow row : result.workers()) {
      Optional<WorkerName> name = row.worker();
      workers.add(
          new JsonObject()
              .put("slot", name.map(WorkerName::slot).orElse(null))
              .put("generation", name.map(WorkerName::generation).orElse(null))
              .put("pid", name.map(WorkerName::pid).orElse(null))
              .put("requests", row.latency().count())
              .put("p50Ms", millis(row.latency().p50()))
              .put("p99Ms", millis(row.latency().p99()))
              .put("maxMs", millis(row.latency().max())));
    }
    return workers;
  }

  private JsonArray paths() {
    JsonArray rows = new JsonArray();
    for (LoadResult.PathRow row : result.paths()) {
      JsonObject path =
          new JsonObject()
              .put("path", row.path())
              .put("requests", row.requests())
              .put("failed", row.failed());
      rows.add(percentiles(path, row.latency()));
    }
    return rows;
  }

  private JsonArray steps() {
    JsonArray rows = new JsonArray();
    List<LoadResult.SliceRow> slices = result.slices();
    for (int step = 0; step < slices.size(); step++) {
      LoadResult.SliceRow row = slices.get(step);
      JsonObject json =
          new JsonObject()
              .put("step", step + 1)
              .put("rate", rateOf(step))
              .put("requests", row.requests())
              .put("failed", row.failed())
              .put("throughput", rounded(row.throughput()));
      rows.add(percentiles(json, row.latency()));
    }
    return rows;
  }

  /** Requests a second that were due in a step, from 0. */
  double rateOf(int step) {
    return pace.rate().map(rate -> rate.rates().get(step)).orElseThrow();
  }

  private JsonArray seconds() {
    JsonArray rows = new JsonArray();
    for (LoadResult.SecondRow row : result.seconds()) {
      rows.add(
          new JsonObject()
              .put("second", row.second())
              .put("good", row.good())
              .put("failed", row.failed())
              .put("answers", row.answers())
              .put("p50Ms", row.p50().map(LoadReport::millis).orElse(null))
              .put("p99Ms", row.p99().map(LoadReport::millis).orElse(null)));
    }
    return rows;
  }

  private static JsonObject percentiles(JsonObject into, Optional<Percentiles> latency) {
    return into.put("p50Ms", latency.map(seen -> millis(seen.p50())).orElse(null))
        .put("p90Ms", latency.map(seen -> millis(seen.p90())).orElse(null))
        .put("p99Ms", latency.map(seen -> millis(seen.p99())).orElse(null))
        .put("p999Ms", latency.map(seen -> millis(seen.p999())).orElse(null))
        .put("maxMs", latency.map(seen -> millis(seen.max())).orElse(null));
  }

  private static double millis(Duration duration) {
    return rounded(duration.toNanos() / NANOS_PER_MILLI);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
