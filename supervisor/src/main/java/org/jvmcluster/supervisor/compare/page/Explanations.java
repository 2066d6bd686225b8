package org.jvmcluster.supervisor.compare.page;

import java.util.ArrayList;
import java.util.List;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;

/** How the figures are to be read. */
final class Explanations {
  private Explanations() {}

  /** What every reader must know, as sentences. */
  static List<String> ofFigures(ComparisonFigures figures) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "Latency is what the client saw, from the intended send time to the last byte; percentiles"
            + " are read off added histograms, never averaged.");
    if (RunTables.hasIntervals(figures.arms())) {
      sentences.add(
          "95 %: interval of Student's t over the rounds. Ratios are taken within each round, in"
              + " logarithms. A ratio whose interval contains 1 is no significant difference.");
    }
    sentences.add(
        "In parentheses: percentiles with fewer samples than they need (p99 100, p99.9 1,000).");
    sentences.add(
        "Ceiling: min(workers, allowed cores), the most that work which only computes can gain.");
    return sentences;
  }

  /** What is measured and what is not. */
  static List<String> ofOrigin(ComparisonFigures figures) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "Measured: all that the tables show of runs, latency, workers, cost, isolation, kill and"
            + " restart.");
    sentences.add("Reckoned: the ceiling, and intervals, which assume that the rounds are alike.");
    if (!figures.sweep().points().isEmpty()) {
      sentences.add(
          "Model: the law of the sweep and its band. Beyond the measured points it is a guess.");
    }
    return sentences;
  }
}
