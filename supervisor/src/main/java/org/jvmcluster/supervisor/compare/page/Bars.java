package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.WorkerFigures;
import org.jvmcluster.supervisor.model.Interval;

/** Bars out of plain HTML: they need no script. */
final class Bars {
  /** How many colours the style sheet has. */
  private static final int COLOURS = 6;

  private Bars() {}

  /**
   * One bar.
   *
   * @param interval where the figure lies with 95 % confidence
   */
  record Bar(double value, Optional<Interval> interval) {}

  /** A bar for each arm that has the figure, from zero; empty where none has. */
  static String of(
      List<ArmFigures> arms,
      String caption,
      String unit,
      Function<ArmFigures, Optional<Bar>> figure) {
    double greatest =
        arms.stream()
            .flatMap(arm -> figure.apply(arm).stream())
            .mapToDouble(
                bar -> Math.max(bar.value(), bar.interval().map(Interval::high).orElse(0.0)))
            .max()
            .orElse(0);
    if (greatest <= 0) {
      return "";
    }
    StringBuilder html = new StringBuilder(opening(caption, "bars"));
    for (int i = 0; i < arms.size(); i++) {
      Optional<Bar> bar = figure.apply(arms.get(i));
      if (bar.isPresent()) {
        html.append(bar(arms.get(i).name(), i, bar.get(), greatest, unit));
      }
    }
    return html.append("</div></figure>\n").toString();
  }

  private static String opening(String caption, String kind) {
    return "<figure><figcaption>"
        + Markup.escaped(caption)
        + "</figcaption><div class=\""
        + kind
        + "\">\n";
  }

  private static String bar(String name, int index, Bar bar, double greatest, String unit) {
    String range =
        bar.interval()
            .map(
                it ->
                    String.format(
                        Locale.ROOT,
                        "<span class=\"range\" style=\"left:%.2f%%;width:%.2f%%\"></span>",
                        100 * Math.max(0, it.low()) / greatest,
                        100 * (it.high() - Math.max(0, it.low())) / greatest))
            .orElse("");
    return String.format(
        Locale.ROOT,
        "<span>%s</span><span class=\"track\" aria-hidden=\"true\"><span class=\"fill c%d\""
            + " style=\"width:%.2f%%\"></span>%s</span><span class=\"amount\">%s %s</span>\n",
        Markup.escaped(name),
        index % COLOURS,
        100 * bar.value() / greatest,
        range,
        FigureText.number(bar.value()),
        Markup.escaped(unit));
  }

  /** How each arm's answers are spread over its workers; empty where no arm has several. */
  static String shares(List<ArmFigures> arms) {
    List<ArmFigures> several = arms.stream().filter(arm -> arm.workers().size() > 1).toList();
    if (several.isEmpty()) {
      return "";
    }
    StringBuilder html =
        new StringBuilder(opening("Share of the good answers, by worker", "bars shares"));
    for (ArmFigures arm : several) {
      html.append("<span>")
          .append(Markup.escaped(arm.name()))
          .append("</span><span class=\"stack\">");
      for (int i = 0; i < arm.workers().size(); i++) {
        html.append(share(arm.workers().get(i), i));
      }
      html.append("</span>\n");
    }
    return html.append("</div></figure>\n").toString();
  }

  private static String share(WorkerFigures worker, int index) {
    String words = worker.name() + ": " + FigureText.percent(worker.share());
    return String.format(
        Locale.ROOT,
        "<span class=\"c%d\" style=\"width:%.3f%%\" title=\"%s\">%s</span>",
        index % COLOURS,
        100 * worker.share(),
        Markup.escaped(words),
        Markup.escaped(words));
  }
}
