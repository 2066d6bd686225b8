package org.jvmcluster.supervisor.compare.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.LatencyFigures;
import org.jvmcluster.supervisor.compare.figures.Measured;
import org.jvmcluster.supervisor.compare.figures.PointFigures;
import org.jvmcluster.supervisor.compare.figures.SweepFigures;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.compare.result.LoadDescription;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.model.ScalabilityLaw;

/** The tables of single runs, of the sweep, and of what it was measured with. */
final class RunTables {
  private RunTables() {}

  static Table runs(List<ArmFigures> arms) {
    return new Table(
            "All runs, noisy ones too",
            List.of(
                "Arm",
                "Noise",
                "Round",
                "Total s",
                "Answers/s",
                "p50 ms",
                "p99 ms",
                "max ms",
                "CPU s",
                "Others' cores",
                "Stolen",
                "Client late ms"),
            2,
            arms.stream()
                .flatMap(arm -> arm.record().runs().stream().map(run -> row(arm.name(), run)))
                .toList())
        .compact();
  }

  /** Noisy runs are lit up: they alone have a sentence behind their name. */
  static String lit(List<String> run) {
    return run.get(1).contains(" ") ? "noisy" : "";
  }

  private static List<String> row(String name, Run run) {
    return List.of(
        name,
        run.noise().isNoisy() ? String.join("; ", run.noise().reasons()) : Table.NONE,
        String.valueOf(run.round()),
        Cells.seconds(run.load().total()),
        FigureText.number(run.load().throughput()),
        at(run, 50),
        at(run, 99),
        at(run, 100),
        run.cpu().map(Cells::seconds).orElse(Table.NONE),
        FigureText.number(run.noise().foreignCores()),
        FigureText.percent(run.noise().stolenShare()),
        FigureText.number(run.noise().clientLateMs()));
  }

  private static String at(Run run, double percentile) {
    return Cells.percentile(new LatencyFigures(run.load().distribution()), percentile);
  }

  static Table sweep(SweepFigures sweep) {
    return new Table(
            "Sweep over the number of workers",
            List.of(
                "Workers",
                "Runs",
                "Answers/s",
                "95 %",
                "Speed-up",
                "95 % ",
                "Ceiling",
                "Law answers/s",
                "p50 ms",
                "p99 ms",
                "Failed"),
            0,
            sweep.points().stream().map(point -> row(point, sweep.fitted())).toList())
        .compact();
  }

  private static List<String> row(PointFigures point, Optional<ScalabilityLaw.Fitted> law) {
    int used = point.runs().used().size();
    return List.of(
        String.valueOf(point.workers()),
        used == point.runs().all() ? String.valueOf(used) : used + " of " + point.runs().all(),
        Cells.value(point.throughput()),
        Cells.interval(point.throughput()),
        Cells.value(point.speedUp()),
        Cells.interval(point.speedUp()),
        FigureText.number(point.ceiling()),
        law.map(it -> FigureText.number(it.throughputAt(point.workers()))).orElse(Table.NONE),
        Cells.percentile(point.latency(), 50),
        Cells.percentile(point.latency(), 99),
        Cells.count(point.failed()));
  }

  static Table environment(Environment environment, LoadDescription load) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Processor", environment.processor()));
    rows.add(
        List.of(
            "Cores",
            environment.cores()
                + ", of which may be used: "
                + FigureText.cores(environment.allowedCores())));
    rows.add(List.of("Memory", FigureText.bytes((double) environment.memoryBytes())));
    rows.add(List.of("System", environment.system()));
    rows.add(List.of("Java", environment.java()));
    environment.node().ifPresent(node -> rows.add(List.of("Node", node)));
    rows.add(List.of("Version", environment.version()));
    rows.add(List.of("Load average before", FigureText.number(environment.loadBefore())));
    rows.add(List.of("Started at", environment.startedAt().toString()));
    rows.add(List.of("Requests", paths(load)));
    rows.add(List.of("Sent", sent(load)));
    rows.add(List.of("Clients", clients(load)));
    rows.add(List.of("Rounds", load.rounds() + ", the arms one after another in each"));
    load.sweepPath().ifPresent(path -> rows.add(List.of("Sweep", path)));
    return new Table("Environment and load", List.of("What", "Value"), 2, rows);
  }

  private static String paths(LoadDescription load) {
    return load.shares().entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, Double> it) -> -it.getValue())
                .thenComparing(Map.Entry::getKey))
        .map(it -> it.getKey() + " " + FigureText.percent(it.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String sent(LoadDescription load) {
    List<String> parts = new ArrayList<>();
    load.requests().ifPresent(count -> parts.add(Cells.count(count) + " a run"));
    load.seconds().ifPresent(seconds -> parts.add(seconds + " s a run"));
    parts.add(
        load.rate().isPresent()
            ? String.format(
                Locale.ROOT,
                "open loop, %s/s whatever the answers do",
                FigureText.number(load.rate().getAsDouble()))
            : "closed loop, each client sends when it has its answer");
    return String.join(", ", parts);
  }

  private static String clients(LoadDescription load) {
    return load.concurrency()
        + (load.fresh() ? ", a fresh connection for each request" : ", connections kept alive");
  }

  /** Whether a figure has an interval anywhere, so that a reader is told what it is. */
  static boolean hasIntervals(List<ArmFigures> arms) {
    return arms.stream()
        .flatMap(arm -> arm.throughput().stream())
        .map(Measured::interval)
        .anyMatch(Optional::isPresent);
  }
}
