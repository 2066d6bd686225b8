package org.jvmcluster.supervisor.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.record;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Goal;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Synthetic;

/** {@link ComparisonText} and {@link ComparisonMarkdown}. */
final class TextReportsTest {
  private static final String HOSTILE = "a|b <img src=x onerror=alert(1)> [c](d)\u001b[2J\nnext";

  @Test
  void theTextFitsATerminal() {
    String text = text(Synthetic.realistic());

    assertThat(text.lines()).allMatch(line -> line.length() < 120);
    assertThat(text.lines()).noneMatch(line -> line.endsWith(".."));
    assertThat(text)
        .contains("processes 3, reuseport", "1.97", "kill -9", "worker 2", "Over node cluster 3");
  }

  @Test
  void theTextEndsWithTheDecision() {
    List<String> lines = text(Synthetic.realistic()).lines().toList();

    assertThat(lines)
        .contains("For throughput: processes 3, reuseport, the cheapest of equally good ones.");
    assertThat(lines.get(lines.size() - 1)).startsWith("- A restart of processes 3, reuseport");
  }

  @Test
  void aNameCannotSteerTheTerminal() {
    assertThat(text(hostile())).doesNotContain("\u001b").contains("a|b <img");
  }

  @Test
  void longNamesAreCutAndLongSentencesWrapped() {
    Comparison longNames =
        comparison(
            3,
            record(arm("x".repeat(300), ArmKind.PROCESSES, 3), runs(20, 500, 3, 19, 20, 19), 300),
            record(arm("y".repeat(300), ArmKind.SINGLE, 1), runs(20, 999, 1, 9, 10, 9), 300));

    assertThat(text(longNames).lines()).allMatch(line -> line.length() < 120);
  }

  @Test
  void markdownHasTheVerdictAndAllTables() {
    String markdown = markdown(Synthetic.realistic());

    assertThat(markdown).startsWith("# Comparison\n\n**For throughput: ");
    assertThat(markdown)
        .contains("| processes 3, reuseport | 4 of 5 |", "## All runs, noisy ones too", "kill -9")
        .contains("    supervisor compare --workers 3 --path '/cpu?ms=100'");
  }

  @Test
  void aNameCannotBreakATableOrBecomeMarkup() {
    String markdown = markdown(hostile());

    assertThat(markdown)
        .contains("a\\|b \\<img src=x onerror=alert(1)\\> \\[c\\](d) \\[2J next")
        .doesNotContain(" <img");
  }

  @Test
  void aPercentileOnTooFewSamplesStandsInParentheses() {
    Comparison few =
        comparison(1, record(arm("single", ArmKind.SINGLE, 1), runs(20, 100, 1, 10), 100));

    assertThat(markdown(few)).containsPattern("\\| 20 \\| [0-9.]+ \\| [0-9.]+ \\| \\([0-9.]+\\)");
  }

  @Test
  void aCommandIsQuotedForTheShell() {
    assertThat(ShellWords.of(List.of("supervisor", "--path", "/cpu?ms=1&x", "it's")))
        .isEqualTo("supervisor --path '/cpu?ms=1&x' 'it'\\''s'");
  }

  private static Comparison hostile() {
    return comparison(
        3,
        record(arm(HOSTILE, ArmKind.PROCESSES, 3), runs(20, 500, 3, 19, 20, 19), 300),
        record(arm("single", ArmKind.SINGLE, 1), runs(20, 999, 1, 9, 10, 9), 100));
  }

  private static String text(Comparison comparison) {
    return ComparisonText.of(comparison, ComparisonFigures.of(comparison, Goal.THROUGHPUT));
  }

  private static String markdown(Comparison comparison) {
    return ComparisonMarkdown.of(comparison, ComparisonFigures.of(comparison, Goal.THROUGHPUT));
  }
}
