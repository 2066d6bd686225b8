package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.Percentiles;
import org.jvmcluster.supervisor.load.WorkerName;

/** A {@link LoadResult} for programs and for people. */
final class LoadReport {
  private static final double NANOS_PER_MILLI = 1e6;

  private LoadReport() {}

  /** One object; a figure without a sample is null. Milliseconds with three decimals. */
  static JsonObject json(LoadResult result, boolean perSecond) {
    JsonObject failures = new JsonObject();
    result.failures().forEach((kind, count) -> failures.put(kind.wireName(), count));
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
    JsonObject json =
        new JsonObject()
            .put("requests", result.requests())
            .put("startedAt", result.startedAt().toString())
            .put("failed", result.failed())
            .put("failures", failures)
            .put("retried", result.retried())
            .put("totalMs", millis(result.total()))
            .put("latency", json(result.latency().orElse(null)))
            .put("clientLateP99Ms", millis(result.clientLateP99()))
            .put("clientCpuShare", rounded(result.clientCpuShare()))
            .put("workers", workers);
    return perSecond ? json.put("perSecond", seconds(result)) : json;
  }

  private static JsonArray seconds(LoadResult result) {
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

  private static JsonObject json(@Nullable Percentiles latency) {
    return new JsonObject()
        .put("p50Ms", latency == null ? null : millis(latency.p50()))
        .put("p90Ms", latency == null ? null : millis(latency.p90()))
        .put("p99Ms", latency == null ? null : millis(latency.p99()))
        .put("p999Ms", latency == null ? null : millis(latency.p999()))
        .put("maxMs", latency == null ? null : millis(latency.max()));
  }

  private static double millis(Duration duration) {
    return rounded(duration.toNanos() / NANOS_PER_MILLI);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /** A few aligned lines and a table of the workers. */
  static String text(LoadPlan plan, LoadResult result, boolean perSecond) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%,d requests to http://%s%s, %d %s, %s",
        result.requests(),
        plan.target().hostHeader(),
        plan.target().path(),
        plan.concurrency(),
        plan.concurrency() == 1 ? "client" : "clients",
        plan.fresh() ? "a fresh connection each" : "connections kept alive");
    line(text, "");
    line(
        text,
        "total     %10.1f ms   %,.1f good answers/s",
        result.total().toNanos() / NANOS_PER_MILLI,
        result.throughput());
    result
        .latency()
        .ifPresentOrElse(
            latency -> percentiles(text, latency),
            () -> line(text, "latency            -      no good answer"));
    line(text, "failed    %,10d      %s", result.failed(), kinds(result));
    if (plan.retries() > 0) {
      line(text, "retried   %,10d      attempts without a good answer", result.retried());
    }
    line(
        text,
        "client    %10.1f ms   late at p99, %.0f %% of the machine's CPU",
        result.clientLateP99().toNanos() / NANOS_PER_MILLI,
        100 * result.clientCpuShare());
    if (!result.workers().isEmpty()) {
      workers(text, result);
    }
    if (perSecond) {
      seconds(text, result);
    }
    return text.toString();
  }

  private static void percentiles(StringBuilder text, Percentiles latency) {
    percentile(text, "p50", latency.p50(), " of " + latency.count() + " good answers");
    percentile(text, "p90", latency.p90(), "");
    percentile(text, "p99", latency.p99(), "");
    percentile(text, "p99.9", latency.p999(), "");
    percentile(text, "max", latency.max(), "");
  }

  private static void percentile(StringBuilder text, String name, Duration value, String samples) {
    String note = samples.isEmpty() ? "" : "  " + samples;
    line(text, "%-9s %10.1f ms%s", name, value.toNanos() / NANOS_PER_MILLI, note);
  }

  private static String kinds(LoadResult result) {
    StringBuilder kinds = new StringBuilder();
    result
        .failures()
        .forEach(
            (kind, count) ->
                kinds
                    .append(kinds.isEmpty() ? "" : ", ")
                    .append(count)
                    .append(' ')
                    .append(kind.wireName()));
    result
        .otherExample()
        .ifPresent(example -> kinds.append(" (first other: ").append(example).append(')'));
    return kinds.toString();
  }

  private static void workers(StringBuilder text, LoadResult result) {
    line(text, "");
    line(
        text,
        "%-6s %10s %9s %10s %10s %10s %10s",
        "worker",
        "generation",
        "pid",
        "answers",
        "p50 ms",
        "p99 ms",
        "max ms");
    for (LoadResult.WorkerRow row : result.workers()) {
      line(
          text,
          "%-6s %10s %9s %,10d %10.1f %10.1f %10.1f",
          row.worker().map(name -> String.valueOf(name.slot())).orElse("-"),
          row.worker().map(name -> String.valueOf(name.generation())).orElse("-"),
          row.worker().map(name -> String.valueOf(name.pid())).orElse("-"),
          row.latency().count(),
          row.latency().p50().toNanos() / NANOS_PER_MILLI,
          row.latency().p99().toNanos() / NANOS_PER_MILLI,
          row.latency().max().toNanos() / NANOS_PER_MILLI);
    }
  }

  private static void seconds(StringBuilder text, LoadResult result) {
    line(text, "");
    line(
        text, "%6s %9s %9s %9s %9s %9s", "second", "good", "failed", "answers", "p50 ms", "p99 ms");
    for (LoadResult.SecondRow row : result.seconds()) {
      line(
          text,
          "%6d %,9d %,9d %,9d %9s %9s",
          row.second(),
          row.good(),
          row.failed(),
          row.answers(),
          row.p50().map(LoadReport::tenths).orElse("-"),
          row.p99().map(LoadReport::tenths).orElse("-"));
    }
  }

  private static String tenths(Duration duration) {
    return String.format(Locale.ROOT, "%.1f", duration.toNanos() / NANOS_PER_MILLI);
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
