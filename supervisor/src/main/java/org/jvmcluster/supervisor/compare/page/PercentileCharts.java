package org.jvmcluster.supervisor.compare.page;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.LatencyFigures;
import org.jvmcluster.supervisor.compare.figures.WorkerFigures;

/**
 * Latency over the percentile, drawn over 1 / (1 - p) on a logarithmic scale, so that 90, 99 and
 * 99.9 are equally far apart. A curve ends where too few samples stand behind it.
 */
final class PercentileCharts {
  /** Points a decade: 20 are smooth at any width of a page. */
  private static final int STEPS = 20;

  /** To the 99.9999th percentile. */
  private static final int DECADES = 6;

  private PercentileCharts() {}

  private record Curve(String name, LatencyFigures latency) {}

  static Optional<Chart> ofArms(List<ArmFigures> arms) {
    return chart(
        "Latency by percentile",
        arms.stream().map(arm -> new Curve(arm.name(), arm.latency())).toList());
  }

  /** Of the arms with several workers. */
  static List<Chart> ofWorkers(List<ArmFigures> arms) {
    return arms.stream()
        .filter(arm -> arm.workers().size() > 1)
        .flatMap(arm -> chart(arm.name(), curves(arm.workers())).stream())
        .toList();
  }

  private static List<Curve> curves(List<WorkerFigures> workers) {
    return workers.stream().map(it -> new Curve(it.name(), it.latency())).toList();
  }

  private static Optional<Chart> chart(String title, List<Curve> curves) {
    long most = curves.stream().mapToLong(it -> it.latency().count()).max().orElse(0);
    List<Double> grid =
        IntStream.rangeClosed(0, STEPS * DECADES)
            .mapToObj(i -> Math.pow(10, (double) i / STEPS))
            .filter(x -> x <= most * 1.0001)
            .toList();
    if (most == 0) {
      return Optional.empty();
    }
    JsonObject drawing = Chart.drawing("percentile", "percentile of the answers", "ms", true);
    drawing.put("x", Chart.values(grid.stream().mapToDouble(Double::doubleValue)));
    for (int i = 0; i < curves.size(); i++) {
      Curve curve = curves.get(i);
      drawing
          .getJsonArray("series")
          .add(Chart.line(curve.name(), "ms", i, values(curve.latency(), grid)));
    }
    String reading =
        curves.stream()
            .map(it -> it.name() + ": " + reading(it.latency()))
            .collect(Collectors.joining("; "));
    return Optional.of(new Chart(title, reading, drawing));
  }

  private static List<@Nullable Double> values(LatencyFigures latency, List<Double> grid) {
    List<@Nullable Double> values = new ArrayList<>();
    for (double x : grid) {
      values.add(
          x <= latency.count() * 1.0001
              ? latency.at(100 - 100 / x).map(PercentileCharts::millis).orElse(null)
              : null);
    }
    return values;
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static String reading(LatencyFigures latency) {
    return "p50 "
        + latency.at(50).map(FigureText::millis).orElse("none")
        + ", p99 "
        + latency.at(99).map(FigureText::millis).orElse("none");
  }
}
