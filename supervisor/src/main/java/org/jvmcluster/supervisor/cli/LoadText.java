package org.jvmcluster.supervisor.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.Percentiles;

/** A {@link LoadReport} for people. Used once. */
final class LoadText {
  private static final double NANOS_PER_MILLI = 1e6;

  private final LoadReport report;
  private final LoadPlan plan;
  private final LoadResult result;
  private final boolean isMixed;
  private final StringBuilder text = new StringBuilder();

  LoadText(LoadReport report) {
    this.report = report;
    plan = report.plan();
    result = report.result();
    isMixed = plan.mix().parts().size() > 1;
  }

  String text() {
    line(
        "%,d requests to http://%s%s, %d %s, %s",
        result.requests(),
        plan.target().hostHeader(),
        isMixed ? "" : plan.mix().parts().get(0).path(),
        plan.concurrency(),
        plan.concurrency() == 1 ? "client" : "clients",
        plan.fresh() ? "a fresh connection each" : "connections kept alive");
    if (isMixed) {
      line("mix %s", plan.mix().text());
    }
    line("%s", report.pace().text());
    line("");
    line("total     %10.1f ms   %,.1f good answers/s", millis(result.total()), result.throughput());
    result
        .latency()
        .ifPresentOrElse(
            latency -> percentiles(latency),
            () -> line("latency            -      no good answer"));
    line("failed    %,10d      %s", result.failed(), kinds());
    if (plan.retries() > 0) {
      line("retried   %,10d      attempts without a good answer", result.retried());
    }
    line(
        "client    %10.1f ms   late at p99, %.0f %% of the machine's CPU",
        millis(result.clientLateP99()), 100 * result.clientCpuShare());
    warnings();
    if (!result.workers().isEmpty()) {
      workers();
    }
    if (isMixed) {
      paths();
    }
    if (report.pace().steps() > 1) {
      steps();
    }
    if (report.perSecond()) {
      seconds();
    }
    return text.toString();
  }

  /** Where the figures are not the service's alone. */
  private void warnings() {
    result
        .waitedForClient()
        .ifPresent(
            wait ->
                line(
                    "all %d clients were busy: %,d of the requests waited for one, %.1f ms at p99,"
                        + " %.1f ms at most; their latency counts it",
                    plan.concurrency(), wait.count(), millis(wait.p99()), millis(wait.max())));
    if (result.notBegun() > 0) {
      line(
          "%,d requests were due and never begun, since the time was over before a client was free;"
              + " no latency has them",
          result.notBegun());
    }
    if (result.clientLate()) {
      line(
          "the client itself was late by a considerable part of the latency: %.3f ms at p50, %.3f"
              + " ms at p99; the service is faster than these figures",
          millis(result.clientLateP50()), millis(result.clientLateP99()));
    }
  }

  private void percentiles(Percentiles latency) {
    percentile("p50", latency.p50(), " of " + latency.count() + " good answers");
    percentile("p90", latency.p90(), "");
    percentile("p99", latency.p99(), "");
    percentile("p99.9", latency.p999(), "");
    percentile("max", latency.max(), "");
  }

  private void percentile(String name, Duration value, String samples) {
    String note = samples.isEmpty() ? "" : "  " + samples;
    line("%-9s %10.1f ms%s", name, millis(value), note);
  }

  private String kinds() {
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

  private void workers() {
    line("");
    line(
        "%-6s %10s %9s %10s %10s %10s %10s",
        "worker", "generation", "pid", "answers", "p50 ms", "p99 ms", "max ms");
    for (LoadResult.WorkerRow row : result.workers()) {
      line(
          "%-6s %10s %9s %,10d %10.1f %10.1f %10.1f",
          row.worker().map(name -> String.valueOf(name.slot())).orElse("-"),
          row.worker().map(name -> String.valueOf(name.generation())).orElse("-"),
          row.worker().map(name -> String.valueOf(name.pid())).orElse("-"),
          row.latency().count(),
          millis(row.latency().p50()),
          millis(row.latency().p99()),
          millis(row.latency().max()));
    }
  }

  private void paths() {
    line("");
    line(
        "%10s %9s %10s %10s %10s %10s %10s  %s",
        "requests", "failed", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms", "path");
    for (LoadResult.PathRow row : result.paths()) {
      line("%,10d %,9d %s  %s", row.requests(), row.failed(), columns(row.latency()), row.path());
    }
  }

  private void steps() {
    line("");
    line(
        "%4s %10s %10s %9s %10s %10s %10s %10s %10s %10s",
        "step",
        "rate",
        "requests",
        "failed",
        "answers/s",
        "p50 ms",
        "p90 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms");
    for (int step = 0; step < result.slices().size(); step++) {
      LoadResult.SliceRow row = result.slices().get(step);
      line(
          "%4d %,10.1f %,10d %,9d %,10.1f %s",
          step + 1,
          report.rateOf(step),
          row.requests(),
          row.failed(),
          row.throughput(),
          columns(row.latency()));
    }
  }

  private static String columns(Optional<Percentiles> latency) {
    return Stream.<Function<Percentiles, Duration>>of(
            Percentiles::p50,
            Percentiles::p90,
            Percentiles::p99,
            Percentiles::p999,
            Percentiles::max)
        .map(figure -> latency.map(figure).map(LoadText::tenths).orElse("-"))
        .map(text -> String.format(Locale.ROOT, "%10s", text))
        .collect(Collectors.joining(" "));
  }

  private void seconds() {
    line("");
    line("%6s %9s %9s %9s %9s %9s", "second", "good", "failed", "answers", "p50 ms", "p99 ms");
    for (LoadResult.SecondRow row : result.seconds()) {
      line(
          "%6d %,9d %,9d %,9d %9s %9s",
          row.second(),
          row.good(),
          row.failed(),
          row.answers(),
          row.p50().map(LoadText::tenths).orElse("-"),
          row.p99().map(LoadText::tenths).orElse("-"));
    }
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  private static String tenths(Duration duration) {
    return String.format(Locale.ROOT, "%.1f", millis(duration));
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
