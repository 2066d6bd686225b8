package org.jvmcluster.supervisor.compare.page;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.LatencyFigures;
import org.jvmcluster.supervisor.compare.figures.Measured;
import org.jvmcluster.supervisor.compare.figures.PointFigures;
import org.jvmcluster.supervisor.compare.figures.SweepFigures;
import org.jvmcluster.supervisor.compare.figures.WorkKind;
import org.jvmcluster.supervisor.model.Interval;
import org.jvmcluster.supervisor.model.ScalabilityLaw;

/**
 * Throughput and latency over the number of workers. What was measured is points with error bars;
 * what is model is a line with a band.
 */
final class SweepCharts {
  /** Parts of a worker for which the law is drawn. */
  private static final int PARTS = 8;

  private static final int MEASURED = 0;
  private static final int LAW = 1;
  private static final int CEILING = 5;

  private SweepCharts() {}

  static List<Chart> of(SweepFigures sweep) {
    return sweep.points().isEmpty() ? List.of() : List.of(throughput(sweep), latency(sweep));
  }

  private static Chart throughput(SweepFigures sweep) {
    List<Double> x = grid(sweep);
    JsonObject drawing = Chart.drawing("workers", "workers", "answers/s", false);
    drawing.put("x", Chart.values(x.stream().mapToDouble(Double::doubleValue)));
    JsonArray series = drawing.getJsonArray("series");
    series.add(
        Chart.line(
                "measured, with 95 %",
                "/s", MEASURED, at(x, sweep, it -> it.throughput().map(Measured::value)))
            .put("line", false)
            .put("points", true)
            .put("low", Chart.values(at(x, sweep, it -> interval(it).map(Interval::low))))
            .put("high", Chart.values(at(x, sweep, it -> interval(it).map(Interval::high)))));
    ceilings(sweep, x)
        .ifPresent(
            values ->
                series.add(
                    Chart.line(ceilingName(sweep), "/s", CEILING, values)
                        .put("dash", 2)
                        .put("model", true)));
    sweep.fitted().ifPresent(law -> law(law, x, drawing));
    return new Chart(
        "Throughput over the number of workers",
        sweep.points().stream()
            .map(it -> it.workers() + ": " + Cells.value(it.throughput()) + "/s")
            .reduce((a, b) -> a + "; " + b)
            .orElse(""),
        drawing);
  }

  private static void law(ScalabilityLaw.Fitted law, List<Double> x, JsonObject drawing) {
    List<@Nullable Double> values = new ArrayList<>();
    List<@Nullable Double> low = new ArrayList<>();
    List<@Nullable Double> high = new ArrayList<>();
    for (double workers : x) {
      boolean covered = workers <= law.measuredUpTo();
      values.add(covered ? law.throughputAt(workers) : null);
      low.add(covered ? law.intervalAt(workers).low() : null);
      high.add(covered ? law.intervalAt(workers).high() : null);
    }
    JsonArray series = drawing.getJsonArray("series");
    series.add(Chart.line("model: fitted law, with 95 %", "/s", LAW, values).put("model", true));
    series.add(Chart.line("low", "/s", LAW, low).put("faint", true));
    series.add(Chart.line("high", "/s", LAW, high).put("faint", true));
    drawing.put(
        "bands",
        new JsonArray()
            .add(
                new JsonObject()
                    .put("low", series.size() - 2)
                    .put("high", series.size() - 1)
                    .put("colour", LAW)));
  }

  /** What work that only computes could reach from the throughput of one worker. */
  private static Optional<List<@Nullable Double>> ceilings(SweepFigures sweep, List<Double> x) {
    return sweep.points().stream()
        .filter(it -> it.workers() == 1)
        .flatMap(it -> it.throughput().stream())
        .findFirst()
        .map(one -> at(x, sweep, point -> Optional.of(one.value() * point.ceiling())));
  }

  private static String ceilingName(SweepFigures sweep) {
    return sweep.kind() == WorkKind.COMPUTES
        ? "ceiling: min(workers, cores)"
        : "ceiling if it only computed";
  }

  private static Chart latency(SweepFigures sweep) {
    List<Double> x = sweep.points().stream().map(it -> (double) it.workers()).toList();
    JsonObject drawing = Chart.drawing("workers", "workers", "ms", true);
    drawing.put("x", Chart.values(x.stream().mapToDouble(Double::doubleValue)));
    drawing
        .getJsonArray("series")
        .add(latency("p50", 2, x, sweep, 50))
        .add(latency("p99", 3, x, sweep, 99));
    return new Chart(
        "Latency over the number of workers",
        sweep.points().stream()
            .map(it -> it.workers() + ": p99 " + p99(it.latency()))
            .reduce((a, b) -> a + "; " + b)
            .orElse(""),
        drawing);
  }

  private static String p99(LatencyFigures latency) {
    return latency.at(99).map(FigureText::millis).orElse("none");
  }

  private static JsonObject latency(
      String name, int colour, List<Double> x, SweepFigures sweep, double percentile) {
    return Chart.line(
            name,
            "ms",
            colour,
            at(
                x,
                sweep,
                it ->
                    it.latency()
                        .at(percentile)
                        .filter(any -> it.latency().isSound(percentile))
                        .map(value -> value.toNanos() / 1e6)))
        .put("points", true);
  }

  private static Optional<Interval> interval(PointFigures point) {
    return point.throughput().flatMap(Measured::interval);
  }

  /** All numbers of workers, and parts between them for the curve of a law. */
  private static List<Double> grid(SweepFigures sweep) {
    TreeSet<Double> grid = new TreeSet<>();
    sweep.points().forEach(it -> grid.add((double) it.workers()));
    if (sweep.fitted().isPresent()) {
      for (int i = (int) Math.round(PARTS * grid.first()); i < PARTS * grid.last(); i++) {
        grid.add((double) i / PARTS);
      }
    }
    return List.copyOf(grid);
  }

  private static List<@Nullable Double> at(
      List<Double> x, SweepFigures sweep, Function<PointFigures, Optional<Double>> figure) {
    List<@Nullable Double> values = new ArrayList<>();
    for (double workers : x) {
      values.add(
          sweep.points().stream()
              .filter(it -> it.workers() == workers)
              .findFirst()
              .flatMap(figure)
              .orElse(null));
    }
    return values;
  }
}
