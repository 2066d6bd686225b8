package org.jvmcluster.supervisor.compare.page;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * A table for any of the outputs.
 *
 * @param caption what it shows, with units
 * @param columns names; the first one names the row
 * @param wordColumns how many of them, from the left, hold words; the others hold figures
 * @param rows as many cells as columns
 */
record Table(String caption, List<String> columns, int wordColumns, List<List<String>> rows) {
  /** Where there is no figure. */
  static final String NONE = "-";

  Table {
    requireNonNull(caption, "caption");
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            caption + ": " + row.size() + " cells for " + columns.size() + " columns");
      }
    }
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  boolean holdsWords(int column) {
    return column < wordColumns;
  }

  /** The same without the columns in which no row has anything. */
  Table compact() {
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (i == 0
          || rows.stream()
              .anyMatch(row -> !row.get(column).equals(NONE) && !row.get(column).isEmpty())) {
        kept.add(i);
      }
    }
    return new Table(
        caption,
        kept.stream().map(columns::get).toList(),
        (int) kept.stream().filter(this::holdsWords).count(),
        rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
  }
}
