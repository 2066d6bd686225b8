package org.jvmcluster.supervisor.report;

import static org.jvmcluster.supervisor.report.FigureText.millis;
import static org.jvmcluster.supervisor.report.FigureText.whole;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.report.Columns.Column;

/**
 * A status for people: which address, how the fleet stands, a row a worker, a row for all, and what
 * else deserves a line. Made from the JSON document and nothing else, so both always say the same.
 *
 * <p>Plain text without colours, for any terminal, pipe or log. A figure without a sample is {@code
 * -}. Every percentile stands beside the number of samples it was read from, and all of a line are
 * of the window that the heading names.
 */
public final class StatusTable {
  private StatusTable() {}

  /** The lines of a document made by {@link StatusDocument#of}, each ending in a line break. */
  public static String of(JsonObject status) {
    List<JsonObject> workers = FigureText.workers(status);
    List<String> lines = new ArrayList<>();
    lines.add(FigureText.fleet(status));
    lines.add(supervisor(FigureText.part(status, "supervisor")));
    lines.add("");
    lines.addAll(table(status, workers));
    List<String> notes = StatusNotes.of(status);
    if (!notes.isEmpty()) {
      lines.add("");
      lines.addAll(notes);
    }
    return String.join("\n", lines) + "\n";
  }

  private static String supervisor(JsonObject supervisor) {
    return String.format(
        Locale.ROOT,
        "supervisor %s, pid %s, %s MB; mode %s, listen %s, accept %s; java %s, %s cores",
        supervisor.getString("version", "-"),
        supervisor.getValue("pid"),
        FigureText.megabytes(supervisor.getValue("rssBytes")),
        supervisor.getString("mode", "-"),
        supervisor.getString("listen", "-"),
        supervisor.getString("accept", "-"),
        supervisor.getString("java", "-"),
        supervisor.getValue("cores"));
  }

  private static List<String> table(JsonObject status, List<JsonObject> workers) {
    String latency = "latency in ms, " + FigureText.window(status);
    // Loop and pool side by side: what blocks the one is invisible in the other.
    String p99 = "p99 in ms";
    Columns columns =
        new Columns(
            List.of(
                Column.text("slot"),
                Column.figure("gen"),
                Column.figure("pid"),
                Column.text("state"),
                Column.figure("up"),
                Column.figure("conn"),
                Column.figure("busy"),
                Column.figure(latency, "samples"),
                Column.figure(latency, "p50"),
                Column.figure(latency, "p99"),
                Column.figure(latency, "max"),
                Column.figure(p99, "server"),
                Column.figure(p99, "lag"),
                Column.figure(p99, "wait"),
                Column.figure("loop%"),
                Column.figure("queue"),
                Column.figure("cpu%"),
                Column.figure("MB")));
    workers.forEach(worker -> columns.add(row(worker)));
    columns.add(totals(FigureText.part(status, "merged"), workers));
    return columns.lines();
  }

  private static List<String> row(JsonObject worker) {
    List<String> cells = new ArrayList<>();
    cells.add(whole(worker.getValue("slot")));
    cells.add(whole(worker.getValue("generation")));
    cells.add(whole(worker.getValue("pid")));
    cells.add(FigureText.state(worker));
    cells.add(FigureText.span(worker, "uptimeSeconds", 1000));
    cells.add(whole(worker.getValue("connections")));
    cells.add(whole(worker.getValue("inFlight")));
    cells.addAll(windowed(worker));
    cells.add(whole(worker.getValue("cpuPercent")));
    cells.add(FigureText.megabytes(worker.getValue("rssBytes")));
    return cells;
  }

  /** Of all workers together: gauges added, percentiles read off the added histograms. */
  private static List<String> totals(JsonObject merged, List<JsonObject> workers) {
    List<String> cells = new ArrayList<>(List.of("all", "", "", "", ""));
    cells.add(whole(sum(workers, "connections")));
    cells.add(whole(sum(workers, "inFlight")));
    cells.addAll(windowed(merged));
    cells.add(whole(sum(workers, "cpuPercent")));
    cells.add(FigureText.megabytes(sum(workers, "rssBytes")));
    return cells;
  }

  private static List<String> windowed(JsonObject of) {
    JsonObject latency = FigureText.part(of, "latency");
    JsonObject loop = FigureText.part(of, "eventLoop");
    JsonObject pool = FigureText.part(of, "pool");
    return List.of(
        FigureText.samples(latency),
        millis(latency.getValue("p50Ms")),
        millis(latency.getValue("p99Ms")),
        millis(latency.getValue("maxMs")),
        millis(FigureText.part(of, "serverTime").getValue("p99Ms")),
        millis(loop.getValue("lagP99Ms")),
        millis(pool.getValue("waitP99Ms")),
        FigureText.percent(loop.getValue("utilization")),
        whole(pool.getValue("queued")));
  }

  private static @Nullable Number sum(List<JsonObject> workers, String key) {
    List<Double> known =
        workers.stream()
            .map(worker -> worker.getValue(key))
            .flatMap(value -> value instanceof Number n ? Stream.of(n.doubleValue()) : null)
            .toList();
    return known.isEmpty() ? null : known.stream().mapToDouble(Double::doubleValue).sum();
  }
}
