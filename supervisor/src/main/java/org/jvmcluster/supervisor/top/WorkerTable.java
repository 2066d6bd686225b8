package org.jvmcluster.supervisor.top;

import static org.jvmcluster.supervisor.report.FigureText.millis;
import static org.jvmcluster.supervisor.report.FigureText.part;
import static org.jvmcluster.supervisor.report.FigureText.whole;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jvmcluster.supervisor.report.FigureText;

/**
 * The workers as lines, loop and pool side by side. Columns that an 80 column screen has no room
 * for appear on wider ones.
 */
final class WorkerTable {
  /**
   * One column.
   *
   * @param cell of a worker
   * @param rank 0 for those that are always there; of the others smaller ones come first
   */
  private record Column(
      String heading, boolean isText, int rank, Function<JsonObject, String> cell) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("slot", true, 0, worker -> whole(worker.getValue("slot"))),
          new Column("gen", false, 3, worker -> whole(worker.getValue("generation"))),
          new Column("pid", false, 0, worker -> whole(worker.getValue("pid"))),
          new Column("state", true, 0, FigureText::state),
          new Column("up", false, 1, worker -> FigureText.span(worker, "uptimeSeconds", 1000)),
          new Column("conn", false, 0, worker -> whole(worker.getValue("connections"))),
          new Column("busy", false, 0, worker -> whole(worker.getValue("inFlight"))),
          new Column("samples", false, 2, worker -> FigureText.samples(part(worker, "latency"))),
          new Column("p50", false, 4, worker -> millis(part(worker, "latency").getValue("p50Ms"))),
          new Column("p99", false, 0, worker -> millis(part(worker, "latency").getValue("p99Ms"))),
          new Column("max", false, 5, worker -> millis(part(worker, "latency").getValue("maxMs"))),
          new Column(
              "lag", false, 0, worker -> millis(part(worker, "eventLoop").getValue("lagP99Ms"))),
          new Column(
              "wait", false, 0, worker -> millis(part(worker, "pool").getValue("waitP99Ms"))),
          new Column(
              "loop%",
              false,
              0,
              worker -> FigureText.percent(part(worker, "eventLoop").getValue("utilization"))),
          new Column("queue", false, 0, worker -> whole(part(worker, "pool").getValue("queued"))),
          new Column("cpu%", false, 0, worker -> whole(worker.getValue("cpuPercent"))),
          new Column("MB", false, 0, worker -> FigureText.megabytes(worker.getValue("rssBytes"))));

  private static final int LAST_RANK = 5;

  private WorkerTable() {}

  /** A heading and a line a worker, none longer than {@code width}, in the order given. */
  static List<String> lines(List<JsonObject> workers, int width) {
    List<String> lines = upTo(LAST_RANK, workers);
    for (int rank = LAST_RANK - 1; rank >= 0 && longest(lines) > width; rank--) {
      lines = upTo(rank, workers);
    }
    return lines;
  }

  private static int longest(List<String> lines) {
    return lines.stream().mapToInt(String::length).max().orElse(0);
  }

  private static List<String> upTo(int rank, List<JsonObject> workers) {
    List<Column> columns = COLUMNS.stream().filter(column -> column.rank() <= rank).toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns.stream().map(Column::heading).toList());
    for (JsonObject worker : workers) {
      rows.add(columns.stream().map(column -> column.cell().apply(worker)).toList());
    }
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, columns, widths)).toList();
  }

  private static String line(List<String> cells, List<Column> columns, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : " ")
          .append(columns.get(i).isText() ? cells.get(i) + pad : pad + cells.get(i));
    }
    return line.toString();
  }
}
