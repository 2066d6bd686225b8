package org.jvmcluster.supervisor.report;

import java.util.ArrayList;
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
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).heading().length();
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(groups(widths));
    lines.add(line(columns.stream().map(Column::heading).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
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

  /** Each group's name over the first of its columns; longer than they are together, it is cut. */
  private String groups(int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; ) {
      String group = columns.get(i).group();
      int width = widths[i];
      int next = i + 1;
      while (next < widths.length && !group.isEmpty() && columns.get(next).group().equals(group)) {
        width += GAP.length() + widths[next];
        next++;
      }
      String name = group.length() > width ? group.substring(0, width) : group;
      String bar = "-".repeat(Math.max(0, (width - name.length() - 2) / 2));
      String cell = name.isEmpty() || bar.isEmpty() ? name : bar + " " + name + " " + bar;
      line.append(i == 0 ? "" : GAP).append(cell).append(" ".repeat(width - cell.length()));
      i = next;
    }
    return line.toString().stripTrailing();
  }
}
