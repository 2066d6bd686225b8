package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
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
  /** A report comes every second; one three times as old means that the worker is silent. */
  private static final double STALE_REPORT_MILLIS = 3000;

  private StatusTable() {}

  /** The lines of a document made by {@link StatusDocument#of}, each ending in a line break. */
  public static String of(JsonObject status) {
    List<JsonObject> workers = objects(status.getJsonArray("workers", new JsonArray()));
    List<String> lines = new ArrayList<>(heading(status, workers));
    lines.add("");
    lines.addAll(table(status, workers));
    List<String> notes = StatusNotes.of(status, workers, STALE_REPORT_MILLIS);
    if (!notes.isEmpty()) {
      lines.add("");
      lines.addAll(notes);
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> heading(JsonObject status, List<JsonObject> workers) {
    JsonObject supervisor = status.getJsonObject("supervisor", new JsonObject());
    String host = supervisor.getString("host", "-");
    long slots = workers.stream().map(worker -> worker.getInteger("slot")).distinct().count();
    long ready = workers.stream().filter(StatusTable::isReady).count();
    return List.of(
        String.format(
            Locale.ROOT,
            "http://%s:%s/  %s, %d of %d workers ready, generation %s, up %s",
            host.contains(":") ? "[" + host + "]" : host,
            supervisor.getValue("port"),
            supervisor.getString("state", "-"),
            Math.min(ready, slots),
            slots,
            supervisor.getValue("generation"),
            span(supervisor, "uptimeSeconds", 1000)),
        String.format(
            Locale.ROOT,
            "supervisor %s, pid %s, %s MB; mode %s, listen %s, accept %s; java %s, %s cores",
            supervisor.getString("version", "-"),
            supervisor.getValue("pid"),
            megabytes(supervisor, "rssBytes"),
            supervisor.getString("mode", "-"),
            supervisor.getString("listen", "-"),
            supervisor.getString("accept", "-"),
            supervisor.getString("java", "-"),
            supervisor.getValue("cores")));
  }

  private static boolean isReady(JsonObject worker) {
    return Objects.equals(worker.getString("state"), "ready");
  }

  private static List<String> table(JsonObject status, List<JsonObject> workers) {
    String window =
        Objects.equals(status.getString("window"), Window.ALL.wireName())
            ? "since start"
            : "last 10 s";
    String latency = "latency in ms, " + window;
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
                Column.figure("server", "p99"),
                Column.figure("cpu%"),
                Column.figure("MB")));
    workers.forEach(worker -> columns.add(row(worker)));
    columns.add(totals(status.getJsonObject("merged", new JsonObject()), workers));
    return columns.lines();
  }

  private static List<String> row(JsonObject worker) {
    List<String> cells = new ArrayList<>();
    cells.add(whole(worker.getValue("slot")));
    cells.add(whole(worker.getValue("generation")));
    cells.add(whole(worker.getValue("pid")));
    cells.add(state(worker));
    cells.add(span(worker, "uptimeSeconds", 1000));
    cells.add(whole(worker.getValue("connections")));
    cells.add(whole(worker.getValue("inFlight")));
    cells.addAll(percentiles(worker));
    cells.add(whole(worker.getValue("cpuPercent")));
    cells.add(megabytes(worker, "rssBytes"));
    return cells;
  }

  private static String state(JsonObject worker) {
    String state = worker.getString("state", "-");
    return worker.getValue("backoffLeftMs") == null
        ? state
        : state + " " + span(worker, "backoffLeftMs", 1);
  }

  /** Of all workers together: gauges added, percentiles read off the added histograms. */
  private static List<String> totals(JsonObject merged, List<JsonObject> workers) {
    List<String> cells = new ArrayList<>(List.of("all", "", "", "", ""));
    cells.add(whole(sum(workers, "connections")));
    cells.add(whole(sum(workers, "inFlight")));
    cells.addAll(percentiles(merged));
    cells.add(whole(sum(workers, "cpuPercent")));
    Number bytes = sum(workers, "rssBytes");
    cells.add(bytes == null ? "-" : megabytes(bytes));
    return cells;
  }

  private static List<String> percentiles(JsonObject of) {
    JsonObject latency = of.getJsonObject("latency", new JsonObject());
    JsonObject server = of.getJsonObject("serverTime", new JsonObject());
    return List.of(
        samples(latency),
        millis(latency.getValue("p50Ms")),
        millis(latency.getValue("p99Ms")),
        millis(latency.getValue("maxMs")),
        millis(server.getValue("p99Ms")));
  }

  /** A worker that has never been measured has not had 0 requests: nobody knows. */
  private static String samples(JsonObject latency) {
    boolean wasMeasured = latency.getDouble("windowSeconds", 0.0) > 0;
    return wasMeasured ? whole(latency.getValue("count")) : "-";
  }

  private static @Nullable Number sum(List<JsonObject> workers, String key) {
    List<Double> known =
        workers.stream()
            .map(worker -> worker.getValue(key))
            .flatMap(value -> value instanceof Number n ? Stream.of(n.doubleValue()) : null)
            .toList();
    return known.isEmpty() ? null : known.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static String whole(@Nullable Object figure) {
    return text(figure, number -> Long.toString(Math.round(number.doubleValue())));
  }

  /** Three digits that matter: 0.123, 1.23, 12.3, 123. */
  private static String millis(@Nullable Object figure) {
    return text(
        figure,
        number -> {
          double value = number.doubleValue();
          int digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
          return String.format(Locale.ROOT, "%." + digits + "f", value);
        });
  }

  private static String megabytes(JsonObject from, String key) {
    return text(from.getValue(key), StatusTable::megabytes);
  }

  private static String megabytes(Number bytes) {
    return Long.toString(Math.round(bytes.doubleValue() / (1 << 20)));
  }

  /** The span of time under {@code key}, whose unit is {@code unitMillis} long. */
  static String span(JsonObject from, String key, double unitMillis) {
    return text(
        from.getValue(key),
        number -> Spans.text(Math.round(Math.max(0, number.doubleValue() * unitMillis))));
  }

  private static String text(@Nullable Object figure, Function<Number, String> format) {
    return figure instanceof Number number ? format.apply(number) : "-";
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array.stream().filter(JsonObject.class::isInstance).map(JsonObject.class::cast).toList();
  }
}
