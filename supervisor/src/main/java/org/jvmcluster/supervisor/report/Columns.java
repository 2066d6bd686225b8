package org.jvmcluster.supervisor.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of cells under a heading, each column as wide as its widest cell. */
final class Columns {
  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * One column.
   *
   * @param group a second heading above neighbouring columns of the same group; empty for none
   * @param heading its own
   * @param isText text begins at the left, figures end at the right
   */
  record Column(String group, String heading, boolean isText) {
    static Column text(String heading) {
      return new Column("", heading, true);
    }

    static Column figure(String heading) {
      return new Column("", heading, false);
    }

    static Column figure(String group, String heading) {
      return new Column(group, heading, false);
    }
  }

  Columns(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  void add(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells for " + columns.size() + " columns: " + cells);
    }
    rows.add(List.copyOf(cells));
  }

  /** Groups, headings and rows, without blanks at the ends of lines. */
  List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    lines.add(groups(widths));
    lines.add(line(columns.stream().map(Column::heading).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).heading().length();
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (int first = 0; first < widths.length; first = endOfGroup(first)) {
      int missing = columns.get(first).group().length() - width(first, endOfGroup(first), widths);
      widths[first] += Math.max(0, missing);
    }
    return widths;
  }

  /** The first column after {@code first} that is of another group. */
  private int endOfGroup(int first) {
    String group = columns.get(first).group();
    int end = first + 1;
    while (!group.isEmpty() && end < columns.size() && columns.get(end).group().equals(group)) {
      end++;
    }
    return end;
  }

  private static int width(int first, int end, int[] widths) {
    return Arrays.stream(widths, first, end).sum() + GAP.length() * (end - first - 1);
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : GAP)
          .append(columns.get(i).isText() ? cells.get(i) + pad : pad + cells.get(i));
    }
    return line.toString().stripTrailing();
  }

  /** Each group's name over its columns, in the middle of a bar where there is room for one. */
  private String groups(int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int first = 0; first < widths.length; first = endOfGroup(first)) {
      int width = width(first, endOfGroup(first), widths);
      String group = columns.get(first).group();
      String bar = "-".repeat(Math.max(0, (width - group.length() - 2) / 2));
      String cell = group.isEmpty() || bar.isEmpty() ? group : bar + " " + group + " " + bar;
      line.append(first == 0 ? "" : GAP).append(cell).append(" ".repeat(width - cell.length()));
    }
    return line.toString().stripTrailing();
  }
}
