package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.result.Comparison;

/** A comparison as a Markdown document. */
public final class ComparisonMarkdown {
  private ComparisonMarkdown() {}

  /** The verdict first, then the tables, what they were measured with, and how to repeat it. */
  public static String of(Comparison comparison, ComparisonFigures figures) {
    StringBuilder text = new StringBuilder("# Comparison\n\n");
    text.append("**").append(escaped(figures.decision().headline())).append("**\n\n");
    list(text, figures.decision().because());
    list(
        text,
        Stream.concat(
                figures.advice().warnings().stream().map(it -> "Warning: " + it),
                figures.advice().sentences().stream())
            .toList());
    ReportTables.brief(figures).forEach(table -> table(text, table));
    list(text, ArmTables.notes(figures.arms()));
    list(text, figures.sweep().inWords());
    ReportTables.details(figures).forEach(table -> table(text, table));
    text.append("## How to read it\n\n");
    list(text, Explanations.ofFigures(figures));
    list(text, Explanations.ofOrigin(figures));
    table(text, RunTables.environment(comparison.environment(), comparison.load()));
    text.append("## Repeat it\n\n    ")
        .append(oneLine(ShellWords.of(comparison.environment().command())))
        .append('\n');
    return text.toString();
  }

  private static void list(StringBuilder text, List<String> sentences) {
    sentences.forEach(it -> text.append("- ").append(escaped(it)).append('\n'));
    if (!sentences.isEmpty()) {
      text.append('\n');
    }
  }

  private static void table(StringBuilder text, Table table) {
    text.append("## ").append(escaped(table.caption())).append("\n\n");
    row(text, table.columns());
    text.append('|');
    for (int i = 0; i < table.columns().size(); i++) {
      text.append(table.holdsWords(i) ? " --- |" : " ---: |");
    }
    text.append('\n');
    table.rows().forEach(row -> row(text, row));
    text.append('\n');
  }

  private static void row(StringBuilder text, List<String> cells) {
    text.append(
        cells.stream()
            .map(cell -> escaped(cell.strip()))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** Names come from users: nothing in them may end a cell, start a link or open a tag. */
  private static String escaped(String text) {
    return oneLine(text).replaceAll("([\\\\`*_\\[\\]<>|#])", "\\\\$1");
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
