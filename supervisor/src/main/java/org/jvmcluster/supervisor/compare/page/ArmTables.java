package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.figures.AgainstNode;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.Decision;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.IsolationFigures;
import org.jvmcluster.supervisor.compare.figures.Measured;
import org.jvmcluster.supervisor.compare.figures.Ranked;
import org.jvmcluster.supervisor.compare.figures.SpeedUp;
import org.jvmcluster.supervisor.compare.result.Disturbance;
import org.jvmcluster.supervisor.compare.result.Memory;

/** The tables that have a row or a few for each arm. */
final class ArmTables {
  private ArmTables() {}

  static Table ranking(Decision decision) {
    return new Table(
            "Ranking for " + decision.goal().word() + ", by " + decision.goal().figure(),
            List.of("Arm", "Standing", "Figure", "To the best", "95 %", "Rounds"),
            2,
            decision.ranking().stream()
                .map(
                    it ->
                        List.of(
                            it.arm().name(),
                            it.standing().inWords()
                                + (isRecommended(decision, it) ? ", recommended" : ""),
                            it.figure(),
                            Cells.value(it.toBest()),
                            Cells.interval(it.toBest()),
                            it.toBest().map(Measured::rounds).map(String::valueOf).orElse("-")))
                .toList())
        .compact();
  }

  static Table speed(List<ArmFigures> arms) {
    return new Table(
            "Throughput: good answers a second, and speed-up against one worker",
            List.of(
                "Arm",
                "Runs",
                "Total s",
                "Answers/s",
                "95 %",
                "Speed-up",
                "95 % ",
                "Of ceiling",
                "Failed"),
            1,
            arms.stream().map(ArmTables::speed).toList())
        .compact();
  }

  private static List<String> speed(ArmFigures arm) {
    Optional<Measured> ratio = arm.speedUp().map(SpeedUp::ratio);
    int used = arm.runs().used().size();
    return List.of(
        arm.name(),
        used == arm.runs().all() ? String.valueOf(used) : used + " of " + arm.runs().all(),
        Cells.value(arm.totalSeconds()),
        Cells.value(arm.throughput()),
        Cells.interval(arm.throughput()),
        Cells.value(ratio),
        Cells.interval(ratio),
        arm.speedUp()
            .flatMap(SpeedUp::ofCeiling)
            .map(it -> FigureText.percent(it.value()))
            .orElse(Table.NONE),
        Cells.count(arm.failed()));
  }

  static Table latency(List<ArmFigures> arms) {
    return new Table(
        "Latency of all good answers, the runs added",
        Cells.row(List.of("Arm", "Answers"), Cells.PERCENTILES),
        1,
        arms.stream()
            .map(
                arm ->
                    Cells.row(
                        List.of(arm.name(), Cells.count(arm.latency().count())),
                        Cells.percentiles(arm.latency())))
            .toList());
  }

  /** Empty without an arm of Node. */
  static Table againstNode(Optional<AgainstNode> against) {
    return new Table(
        "Over "
            + against.map(AgainstNode::node).orElse("")
            + ", round by round, with 95 %: of answers/s more than 1 is better, of the rest less",
        List.of("Arm", "Answers/s", "Total", "p50", "p99"),
        1,
        against.stream()
            .flatMap(it -> it.rows().stream())
            .map(
                it ->
                    List.of(
                        it.arm(),
                        ratio(it.throughput()),
                        ratio(it.total()),
                        ratio(it.p50()),
                        ratio(it.p99())))
            .toList());
  }

  private static String ratio(Optional<Measured> ratio) {
    return ratio.map(FigureText::measured).orElse(Table.NONE);
  }

  static Table cost(List<ArmFigures> arms) {
    return new Table(
            "Cost: CPU of all processes, memory after the load, time until all was ready",
            List.of(
                "Arm",
                "CPU ms/request",
                "Cores busy",
                "Processes",
                "PSS MiB",
                "Each worker",
                "Parent",
                "RSS MiB",
                "Start s"),
            1,
            arms.stream().map(ArmTables::cost).toList())
        .compact();
  }

  private static List<String> cost(ArmFigures arm) {
    Optional<Memory> memory = arm.record().memory();
    OptionalDouble cpu = arm.cpuSecondsPerRequest();
    return List.of(
        arm.name(),
        Cells.number(
            cpu.isPresent() ? OptionalDouble.of(1000 * cpu.getAsDouble()) : OptionalDouble.empty()),
        Cells.number(arm.busyCores()),
        memory.map(it -> String.valueOf(it.processes())).orElse(Table.NONE),
        memory
            .filter(it -> it.pssBytes().isPresent())
            .map(it -> Cells.mebibytes(it.pssBytes().getAsLong()))
            .orElse(Table.NONE),
        memory.map(ArmTables::workerPss).orElse(Table.NONE),
        memory
            .filter(it -> it.parentPssBytes().isPresent())
            .map(it -> Cells.mebibytes(it.parentPssBytes().getAsLong()))
            .orElse(Table.NONE),
        memory.map(it -> Cells.mebibytes(it.rssBytes())).orElse(Table.NONE),
        arm.record().start().map(Cells::seconds).orElse(Table.NONE));
  }

  /** The mean of all processes but the parent; nothing where that one is not known. */
  private static String workerPss(Memory memory) {
    if (memory.pssBytes().isEmpty()
        || memory.parentPssBytes().isEmpty()
        || memory.processes() < 2) {
      return Table.NONE;
    }
    long workers = memory.pssBytes().getAsLong() - memory.parentPssBytes().getAsLong();
    return Cells.mebibytes(workers / (memory.processes() - 1));
  }

  static Table workers(List<ArmFigures> arms) {
    return new Table(
        "Workers: their share of the good answers and their latency, the runs added",
        Cells.row(List.of("Arm", "Worker", "Answers", "Share"), Cells.PERCENTILES),
        2,
        arms.stream()
            .flatMap(
                arm ->
                    arm.workers().stream()
                        .map(
                            it ->
                                Cells.row(
                                    List.of(
                                        arm.name(),
                                        it.name(),
                                        Cells.count(it.latency().count()),
                                        FigureText.percent(it.share())),
                                    Cells.percentiles(it.latency()))))
            .toList());
  }

  /** Of loads with several paths; empty otherwise. */
  static Table paths(List<ArmFigures> arms) {
    return new Table(
        "Paths of the mix: their latency while all were asked for, the runs added",
        Cells.row(List.of("Arm", "Path", "Answers", "Failed"), Cells.PERCENTILES),
        2,
        arms.stream()
            .filter(arm -> arm.paths().size() > 1)
            .flatMap(
                arm ->
                    arm.paths().stream()
                        .map(
                            it ->
                                Cells.row(
                                    List.of(
                                        arm.name(),
                                        it.path(),
                                        Cells.count(it.latency().count()),
                                        Cells.count(it.failed())),
                                    Cells.percentiles(it.latency()))))
            .toList());
  }

  static Table isolation(List<ArmFigures> arms) {
    return new Table(
            "Isolation: the light path alone and beside heavy requests, in ms; the last heavy answer",
            List.of(
                "Arm",
                "Samples",
                "Idle p50",
                "Idle p99",
                "Beside p50",
                "Beside p99",
                "p99 ratio",
                "95 %",
                "Heavy",
                "Failed"),
            1,
            arms.stream()
                .flatMap(arm -> arm.isolation().stream().map(it -> isolation(arm.name(), it)))
                .toList())
        .compact();
  }

  private static List<String> isolation(String name, IsolationFigures figures) {
    return List.of(
        name,
        Cells.count(figures.beside().count()),
        Cells.percentile(figures.idle(), 50),
        Cells.percentile(figures.idle(), 99),
        Cells.percentile(figures.beside(), 50),
        Cells.percentile(figures.beside(), 99),
        Cells.value(figures.slowdown()),
        Cells.interval(figures.slowdown()),
        figures.lastHeavy().map(Cells::millis).orElse(Table.NONE),
        Cells.count(figures.failed()));
  }

  static Table disturbances(List<ArmFigures> arms) {
    return new Table(
        "What a kill -9 of a worker and a restart of all cost under load",
        List.of("Arm", "Done", "At s", "Failed", "Requests", "Ready again s"),
        2,
        arms.stream()
            .flatMap(
                arm ->
                    disturbances(arm)
                        .map(
                            it ->
                                List.of(
                                    arm.name(),
                                    inWords(it.what()),
                                    Cells.seconds(it.at()),
                                    Cells.count(it.failed()),
                                    Cells.count(it.load().requests()),
                                    it.recovery().map(Cells::seconds).orElse("not in time"))))
            .toList());
  }

  static Stream<Disturbance> disturbances(ArmFigures arm) {
    return Stream.concat(arm.record().kill().stream(), arm.record().restart().stream());
  }

  static String inWords(Disturbance.What what) {
    return switch (what) {
      case KILL -> "kill -9";
      case RESTART -> "restart";
    };
  }

  /** What must be known of an arm to read its figures. */
  static List<String> notes(List<ArmFigures> arms) {
    Stream<String> own =
        arms.stream()
            .flatMap(arm -> arm.arm().note().stream().map(note -> arm.name() + ": " + note + "."));
    Stream<String> noise =
        arms.stream()
            .filter(arm -> arm.runs().noisy() > 0)
            .map(
                arm ->
                    arm.name()
                        + ": figures from "
                        + arm.runs().inWords()
                        + " ("
                        + noise(arm)
                        + ").");
    Stream<String> against =
        arms.stream()
            .flatMap(arm -> arm.speedUp().stream())
            .map(it -> "Speed-up is against " + it.against() + ", round by round.")
            .distinct();
    return Stream.of(own, noise, against).flatMap(it -> it).toList();
  }

  private static String noise(ArmFigures arm) {
    return arm.record().runs().stream()
        .filter(run -> run.noise().isNoisy())
        .map(run -> "round " + run.round() + ": " + String.join(", ", run.noise().reasons()))
        .collect(Collectors.joining("; "));
  }

  private static boolean isRecommended(Decision decision, Ranked ranked) {
    return decision.recommended().map(it -> it.name().equals(ranked.arm().name())).orElse(false);
  }
}
