package org.jvmcluster.supervisor.compare.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.result.Comparison;

/** A comparison for the terminal: aligned tables, the verdict last, where the eye is. */
public final class ComparisonText {
  /** No line is longer. */
  static final int WIDTH = 119;

  private static final int LONGEST_NAME = 26;
  private static final int LONGEST_WORDS = 38;

  private ComparisonText() {}

  /** Ends with a line break. */
  public static String of(Comparison comparison, ComparisonFigures figures) {
    StringBuilder text = new StringBuilder();
    table(text, RunTables.environment(comparison.environment(), comparison.load()));
    ReportTables.brief(figures).stream().skip(1).forEach(table -> table(text, table));
    ReportTables.details(figures).stream().limit(1).forEach(table -> table(text, table));
    sentences(text, ArmTables.notes(figures.arms()));
    sentences(text, figures.sweep().inWords());
    sentences(text, Explanations.ofFigures(figures));
    sentences(text, figures.advice().sentences());
    sentences(text, figures.advice().warnings().stream().map(it -> "Warning: " + it).toList());
    ReportTables.brief(figures).stream().limit(1).forEach(table -> table(text, table));
    wrapped(text, figures.decision().headline());
    figures.decision().because().forEach(it -> wrapped(text, "- " + it));
    return text.toString();
  }

  private static void sentences(StringBuilder text, List<String> sentences) {
    sentences.forEach(it -> wrapped(text, it));
    if (!sentences.isEmpty()) {
      text.append('\n');
    }
  }

  private static void table(StringBuilder text, Table table) {
    wrapped(text, table.caption());
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columns().stream().map(String::strip).toList());
    boolean free = table.wordColumns() == table.columns().size();
    for (List<String> row : table.rows()) {
      lines.add(
          IntStream.range(0, row.size())
              .mapToObj(i -> free ? plain(row.get(i)) : cut(plain(row.get(i)), limit(table, i)))
              .toList());
    }
    int[] widths = new int[table.columns().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String space = " ".repeat(widths[i] - line.get(i).length());
        row.append("  ");
        row.append(table.holdsWords(i) ? line.get(i) + space : space + line.get(i));
      }
      text.append(cut(row.toString().stripTrailing(), WIDTH)).append('\n');
    }
    text.append('\n');
  }

  private static int limit(Table table, int column) {
    return column == 0 || !table.holdsWords(column) ? LONGEST_NAME : LONGEST_WORDS;
  }

  private static String cut(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit - 2) + "..";
  }

  /** Breaks between words; what follows the first line is indented under it. */
  private static void wrapped(StringBuilder text, String sentence) {
    StringBuilder line = new StringBuilder();
    for (String word : plain(sentence).split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ");
      }
      line.append(line.isEmpty() ? "" : " ").append(cut(word, WIDTH - 2));
    }
    text.append(line).append('\n');
  }

  /** Names come from users: nothing in them may move the cursor or break the line. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
