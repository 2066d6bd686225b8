package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.compare.result.SweepPoint;
import org.jvmcluster.supervisor.model.Estimate;
import org.jvmcluster.supervisor.model.Plateau;
import org.jvmcluster.supervisor.model.ScalabilityLaw;

/**
 * The same load on one worker, two, and so on.
 *
 * @param points by number of workers
 * @param kind what its requests do
 * @param law fitted to the points, or why not; empty without a sweep
 * @param lawTo the greatest number of workers among the fitted points
 * @param plateau from where more workers bring no more, or why none is shown; empty without a sweep
 */
public record SweepFigures(
    List<PointFigures> points,
    WorkKind kind,
    Optional<ScalabilityLaw.Outcome> law,
    int lawTo,
    Optional<Plateau.Outcome> plateau) {
  public SweepFigures {
    points = List.copyOf(points);
    requireNonNull(kind, "kind");
    requireNonNull(law, "law");
    requireNonNull(plateau, "plateau");
  }

  static SweepFigures of(List<SweepPoint> sweep, Environment environment, boolean saturated) {
    List<SweepPoint> points =
        sweep.stream().sorted(Comparator.comparingInt(SweepPoint::workers)).toList();
    if (points.isEmpty()) {
      return new SweepFigures(List.of(), WorkKind.UNKNOWN, Optional.empty(), 0, Optional.empty());
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
    // Beyond the cores, work that computes is limited by them and not by what the law describes.
    List<PointFigures> lawful =
        figures.stream()
            .filter(it -> kind != WorkKind.COMPUTES || it.workers() <= environment.allowedCores())
            .filter(it -> it.throughput().isPresent())
            .toList();
    return new SweepFigures(
        figures,
        kind,
        Optional.of(ScalabilityLaw.fit(lawful.stream().map(SweepFigures::lawPoint).toList())),
        lawful.stream().mapToInt(PointFigures::workers).max().orElse(0),
        Optional.of(Plateau.find(points.stream().flatMap(SweepFigures::repeats).toList())));
  }

  private static Stream<ScalabilityLaw.Point> repeats(SweepPoint point) {
    return ArmReckoning.throughputs(point.runs()).values().stream()
        .map(throughput -> new ScalabilityLaw.Point(point.workers(), throughput));
  }

  private static ScalabilityLaw.Point lawPoint(PointFigures point) {
    return new ScalabilityLaw.Point(point.workers(), point.throughput().orElseThrow().value());
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
    return List.of(lawInWords(), plateauInWords());
  }

  private String lawInWords() {
    String which =
        kind == WorkKind.COMPUTES
            ? " to the points up to the cores, which are the limit beyond"
            : "";
    if (law.orElseThrow() instanceof ScalabilityLaw.Fitted fitted) {
      return "A law is fitted%s: lambda %s/s, sigma %s, kappa %s; off the points by %s on average."
          .formatted(
              which,
              inWords(fitted.lambda()),
              inWords(fitted.sigma()),
              inWords(fitted.kappa()),
              FigureText.percent(fitted.relativeError()));
    }
    return "No law is fitted" + which + ": " + whyNot().orElse("no point") + ".";
  }

  /** Why there is no law; empty where there is one. */
  public Optional<String> whyNot() {
    return law.filter(ScalabilityLaw.NotFitted.class::isInstance)
        .map(it -> ((ScalabilityLaw.NotFitted) it).why());
  }

  /** The law, where one fits. */
  public Optional<ScalabilityLaw.Fitted> fitted() {
    return law.filter(ScalabilityLaw.Fitted.class::isInstance)
        .map(ScalabilityLaw.Fitted.class::cast);
  }

  private static String inWords(Estimate estimate) {
    return "%s [%s, %s]"
        .formatted(
            FigureText.number(estimate.value()),
            FigureText.number(estimate.interval().low()),
            FigureText.number(estimate.interval().high()));
  }

  /** The plateau, where there is one. */
  public Optional<Plateau.Found> foundPlateau() {
    return plateau.filter(Plateau.Found.class::isInstance).map(Plateau.Found.class::cast);
  }

  /** Why none is shown; empty where there is one, and without a sweep. */
  public Optional<String> whyNoPlateau() {
    return plateau
        .filter(Plateau.NotFound.class::isInstance)
        .map(it -> ((Plateau.NotFound) it).why());
  }

  private String plateauInWords() {
    int most = points.get(points.size() - 1).workers();
    return foundPlateau()
        .map(
            it ->
                "Plateau: from %d workers on, up to %d, more of them bring no more than %s answers/s."
                    .formatted(
                        Math.round(it.workers()), most, FigureText.number(it.throughput().value())))
        .orElseGet(() -> "No plateau: " + whyNoPlateau().orElse("no point") + ".");
  }
}
