package org.jvmcluster.supervisor.compare.page;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.result.Disturbance;
import org.jvmcluster.supervisor.load.LoadResult.SecondRow;

/** A load by the second, with the moment of the kill or the restart. */
final class TimelineCharts {
  private TimelineCharts() {}

  static List<Chart> of(List<ArmFigures> arms) {
    return arms.stream()
        .flatMap(
            arm ->
                ArmTables.disturbances(arm)
                    .filter(it -> !it.load().seconds().isEmpty())
                    .map(it -> chart(arm.name(), it)))
        .toList();
  }

  private static Chart chart(String name, Disturbance disturbance) {
    List<SecondRow> seconds = disturbance.load().seconds();
    List<@Nullable Double> answers = new ArrayList<>();
    List<@Nullable Double> failed = new ArrayList<>();
    List<@Nullable Double> p99 = new ArrayList<>();
    for (SecondRow row : seconds) {
      answers.add((double) row.answers());
      failed.add(row.failed() == 0 ? null : (double) row.failed());
      p99.add(row.p99().map(it -> it.toNanos() / 1e6).orElse(null));
    }
    String done = ArmTables.inWords(disturbance.what());
    JsonObject drawing =
        Chart.drawing("seconds", "second of the load", "requests", false)
            .put("y2Label", "p99 ms")
            .put("y2Log", true)
            .put("x", Chart.values(seconds.stream().mapToDouble(SecondRow::second)))
            .put("marks", marks(disturbance, done));
    drawing
        .getJsonArray("series")
        .add(Chart.line("good answers", "answers", 0, answers))
        .add(Chart.line("p99 (right)", "ms", 3, p99).put("scale", "y2").put("dash", 1))
        .add(Chart.line("failed", "failed", 1, failed).put("line", false).put("points", true));
    return new Chart(
        name + ": " + done,
        "%,d of %,d requests failed; ready again %s"
            .formatted(
                disturbance.failed(),
                disturbance.load().requests(),
                disturbance
                    .recovery()
                    .map(it -> "after " + FigureText.seconds(it))
                    .orElse("not in time")),
        drawing);
  }

  private static JsonArray marks(Disturbance disturbance, String done) {
    double at = disturbance.at().toNanos() / 1e9;
    JsonArray marks =
        new JsonArray().add(new JsonObject().put("x", at).put("name", done).put("left", true));
    disturbance
        .recovery()
        .ifPresent(
            it ->
                marks.add(new JsonObject().put("x", at + it.toNanos() / 1e9).put("name", "ready")));
    return marks;
  }
}
