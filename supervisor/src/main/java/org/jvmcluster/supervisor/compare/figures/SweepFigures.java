package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.compare.result.SweepPoint;

/**
 * The same load on one worker, two, and so on.
 *
 * @param points by number of workers
 * @param kind what its requests do
 * @param plateau from where more workers bring no more; empty while throughput grows
 */
public record SweepFigures(List<PointFigures> points, WorkKind kind, Optional<Plateau> plateau) {
  public SweepFigures {
    points = List.copyOf(points);
    requireNonNull(kind, "kind");
    requireNonNull(plateau, "plateau");
  }

  static SweepFigures of(List<SweepPoint> sweep, Environment environment, boolean saturated) {
    List<SweepPoint> points =
        sweep.stream().sorted(Comparator.comparingInt(SweepPoint::workers)).toList();
    if (points.isEmpty()) {
      return new SweepFigures(List.of(), WorkKind.UNKNOWN, Optional.empty());
    }
    Optional<Series> one =
        points.stream()
            .filter(point -> point.workers() == 1)
            .findFirst()
            .map(point -> ArmReckoning.throughputs(point.runs()));
    List<PointFigures> figures =
        points.stream()
            .map(point -> point(point, one, environment.ceiling(point.workers())))
            .toList();
    WorkKind kind = kind(points, environment, saturated);
    return new SweepFigures(
        figures,
        kind,
        Plateau.of(
            points.stream()
                .map(it -> new Plateau.Level(it.workers(), ArmReckoning.throughputs(it.runs())))
                .toList()));
  }

  private static PointFigures point(SweepPoint point, Optional<Series> one, double ceiling) {
    RunChoice choice = RunChoice.of(point.runs());
    Series throughputs = ArmReckoning.throughputs(point.runs());
    return new PointFigures(
        point.workers(),
        choice,
        throughputs.mean(),
        LatencyFigures.merged(
            choice.used().stream().map(run -> run.load().distribution()).toList()),
        one.flatMap(throughputs::over),
        ceiling,
        point.runs().stream().mapToLong(run -> run.load().failed()).sum());
  }

  private static WorkKind kind(
      List<SweepPoint> points, Environment environment, boolean saturated) {
    SweepPoint fewest = points.get(0);
    List<Run> runs = RunChoice.of(fewest.runs()).used();
    return WorkKind.of(
        ArmReckoning.busyCores(runs),
        environment.ceiling(fewest.workers()),
        saturated,
        OptionalDouble.empty());
  }

  /** What it shows, in sentences; none without a sweep. */
  public List<String> inWords() {
    if (points.isEmpty()) {
      return List.of();
    }
    return List.of(plateauInWords());
  }

  private String plateauInWords() {
    String measured =
        points.stream().map(it -> String.valueOf(it.workers())).collect(Collectors.joining(", "));
    return plateau
        .map(
            it ->
                "Plateau: from %d workers on, up to %d, more of them bring no more than %s answers/s."
                    .formatted(it.from(), it.to(), FigureText.number(it.throughput())))
        .orElse("No plateau: throughput still grows at the last of " + measured + " workers.");
  }
}
