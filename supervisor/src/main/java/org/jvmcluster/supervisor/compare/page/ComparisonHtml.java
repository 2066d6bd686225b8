package org.jvmcluster.supervisor.compare.page;

import io.vertx.core.json.JsonArray;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Decision;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Environment;

/**
 * A comparison as one HTML file without any network: style, script and data are in it. Text, tables
 * and bars need no script; the charts do. Its policy admits no other script than its own two, and
 * nothing from outside.
 */
public final class ComparisonHtml {
  private final Comparison comparison;
  private final ComparisonFigures figures;
  private final List<Chart> charts = new ArrayList<>();
  private final StringBuilder contents = new StringBuilder();

  private ComparisonHtml(Comparison comparison, ComparisonFigures figures) {
    this.comparison = comparison;
    this.figures = figures;
  }

  /** The whole file. */
  public static String of(Comparison comparison, ComparisonFigures figures) {
    return new ComparisonHtml(comparison, figures).page(PageParts.load());
  }

  private String page(PageParts parts) {
    String body = body();
    JsonArray drawings = new JsonArray();
    charts.forEach(chart -> drawings.add(chart.drawing()));
    // In a script element only "</script" and "<!--" could end it or hide its end.
    String json = drawings.encode().replace("<", "\\u003c");
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s %s; \
        style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">
        <title>Comparison: %s</title>
        <style>
        %s
        %s
        </style>
        <noscript><style>.chart { display: none; }</style></noscript>
        </head>
        <body>
        %s
        <footer>
        <details><summary>Charts are drawn by uPlot, under the MIT licence</summary>
        <pre>%s</pre></details>
        </footer>
        <script type="application/json" id="charts">%s</script>
        <script>%s</script>
        <script>%s</script>
        </body>
        </html>
        """
        .formatted(
            hash(parts.chartScript()),
            hash(parts.script()),
            Markup.escaped(figures.decision().headline()),
            parts.chartStyle(),
            parts.style(),
            body,
            Markup.escaped(parts.chartLicence()),
            json,
            parts.chartScript(),
            parts.script());
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private String body() {
    List<ArmFigures> arms = figures.arms();
    String sections =
        section(
                "throughput",
                "Throughput",
                throughputBars(arms)
                    + Markup.table(ArmTables.speed(arms), this::chosen)
                    + Markup.list(ArmTables.notes(arms)))
            + section(
                "latency",
                "Latency",
                PercentileCharts.ofArms(arms).map(this::drawn).orElse("")
                    + Markup.table(ArmTables.latency(arms), this::chosen)
                    + Markup.table(ArmTables.paths(arms)))
            + section(
                "node",
                "Against Node",
                Markup.table(ArmTables.againstNode(figures.againstNode()), this::chosen))
            + section(
                "workers",
                "Workers",
                Bars.shares(arms)
                    + pair(PercentileCharts.ofWorkers(arms))
                    + Markup.table(ArmTables.workers(arms)))
            + section(
                "sweep",
                "Over the number of workers",
                pair(SweepCharts.of(figures.sweep()))
                    + Markup.list(figures.sweep().inWords())
                    + Markup.table(RunTables.sweep(figures.sweep())))
            + section(
                "isolation",
                "Isolation",
                isolationBars(arms) + Markup.table(ArmTables.isolation(arms), this::chosen))
            + section(
                "disturbances",
                "Kill and restart",
                pair(TimelineCharts.of(arms)) + Markup.table(ArmTables.disturbances(arms)))
            + section("cost", "Cost", Markup.table(ArmTables.cost(arms), this::chosen))
            + section("runs", "All runs", Markup.table(RunTables.runs(arms), RunTables::lit))
            + section(
                "environment",
                "Environment",
                Markup.table(RunTables.environment(comparison.environment(), comparison.load()))
                    + "<h3>Repeat it</h3>\n<pre>"
                    + Markup.escaped(ShellWords.of(comparison.environment().command()))
                    + "</pre>\n")
            + section(
                "reading",
                "How to read it",
                Markup.list(Explanations.ofFigures(figures))
                    + "<h3>What is measured and what is model</h3>\n"
                    + Markup.list(Explanations.ofOrigin(figures)));
    return "<header>\n<h1>Comparison</h1>\n"
        + "<p class=\"soft\">"
        + Markup.escaped(subtitle())
        + "</p>\n</header>\n<main>\n"
        + verdict()
        + "<noscript><p>The charts need JavaScript; the tables have the same figures.</p></noscript>\n"
        + "<nav aria-label=\"Contents\"><ul>\n"
        + contents
        + "</ul></nav>\n"
        + sections
        + "</main>";
  }

  private String subtitle() {
    Environment environment = comparison.environment();
    return environment.processor()
        + ", "
        + FigureText.cores(environment.allowedCores())
        + " cores allowed, started at "
        + environment.startedAt();
  }

  private String verdict() {
    Decision decision = figures.decision();
    boolean sure = decision.verdict() == Decision.Verdict.CLEAR;
    String warnings =
        figures.advice().warnings().stream()
            .map(it -> "<li class=\"warning\"><b>Warning:</b> " + Markup.escaped(it) + "</li>\n")
            .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    return "<section class=\"verdict"
        + (sure ? "" : " unsure")
        + "\" aria-labelledby=\"verdict\">\n<h2 id=\"verdict\">"
        + Markup.escaped(decision.headline())
        + "</h2>\n"
        + Markup.list(decision.because())
        + "</section>\n"
        + (figures.advice().warnings().isEmpty() ? "" : warnings)
        + figures.advice().sentences().stream().map(Markup::paragraph).collect(Collectors.joining())
        + Markup.table(ArmTables.ranking(decision), this::chosen);
  }

  /** Left out when there is nothing to show. */
  private String section(String id, String title, String content) {
    if (content.isEmpty()) {
      return "";
    }
    contents
        .append("<li><a href=\"#")
        .append(id)
        .append("\">")
        .append(Markup.escaped(title))
        .append("</a></li>\n");
    return "<section>\n" + Markup.heading(id, title) + content + "</section>\n";
  }

  private String chosen(List<String> row) {
    return figures
        .decision()
        .recommended()
        .filter(it -> it.name().equals(row.get(0)))
        .map(it -> "chosen")
        .orElse("");
  }

  private static String throughputBars(List<ArmFigures> arms) {
    return Bars.of(
        arms,
        "Good answers a second"
            + (RunTables.hasIntervals(arms) ? ", with the interval of 95 %" : ""),
        "/s",
        arm -> arm.throughput().map(it -> new Bars.Bar(it.value(), it.interval())));
  }

  private static String isolationBars(List<ArmFigures> arms) {
    return Bars.of(
        arms,
        "Light path beside the heavy one: p99",
        "ms",
        arm ->
            arm.isolation()
                .flatMap(it -> it.beside().at(99))
                .map(it -> new Bars.Bar(it.toNanos() / 1e6, Optional.empty())));
  }

  private String pair(List<Chart> several) {
    return several.isEmpty()
        ? ""
        : several.stream()
            .map(this::drawn)
            .collect(Collectors.joining("", "<div class=\"pair\">\n", "</div>\n"));
  }

  private String drawn(Chart chart) {
    charts.add(chart);
    return chart.markup(charts.size() - 1);
  }
}
