package org.jvmcluster.supervisor.compare.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.compare.result.Environment;

/**
 * What the kind of work says about where it should run, and arms that are set against it.
 *
 * @param kind of the main load
 * @param sentences on the kind of work
 * @param warnings on single arms
 */
public record Advice(WorkKind kind, List<String> sentences, List<String> warnings) {
  /** Longer work outlives the patience of whoever waits for its answer. */
  static final Duration LONG = Duration.ofMillis(300);

  public Advice {
    sentences = List.copyOf(sentences);
    warnings = List.copyOf(warnings);
  }

  static Advice of(List<ArmFigures> arms, Environment environment, boolean saturated) {
    WorkKind kind = kind(arms, environment, saturated);
    OptionalDouble cpu =
        arms.stream().flatMapToDouble(arm -> arm.cpuSecondsPerRequest().stream()).min();
    List<String> warnings = new ArrayList<>();
    for (ArmFigures arm : arms) {
      if (kind != WorkKind.WAITS) {
        warn(arm.arm(), environment.allowedCores(), warnings);
      }
    }
    return new Advice(kind, sentences(kind, cpu), warnings);
  }

  /** The arm with the fewest workers tells best: it is the first to be full. */
  private static WorkKind kind(List<ArmFigures> arms, Environment environment, boolean saturated) {
    WorkKind found = WorkKind.UNKNOWN;
    for (ArmFigures arm : arms) {
      if (arm.arm().workers().isPresent()) {
        WorkKind kind =
            WorkKind.of(
                arm.busyCores(),
                environment.ceiling(arm.arm().workers().getAsInt()),
                saturated,
                cpuOfLatency(arm));
        if (kind == WorkKind.COMPUTES) {
          return kind;
        }
        found = kind == WorkKind.WAITS ? kind : found;
      }
    }
    return found;
  }

  private static OptionalDouble cpuOfLatency(ArmFigures arm) {
    if (arm.cpuSecondsPerRequest().isEmpty()) {
      return OptionalDouble.empty();
    }
    double cpu = arm.cpuSecondsPerRequest().getAsDouble();
    return arm.latency()
        .at(50)
        .filter(median -> !median.isZero())
        .map(median -> OptionalDouble.of(cpu * 1e9 / median.toNanos()))
        .orElse(OptionalDouble.empty());
  }

  private static List<String> sentences(WorkKind kind, OptionalDouble cpuSeconds) {
    if (cpuSeconds.isEmpty()) {
      return List.of();
    }
    Duration cpu = Duration.ofNanos(Math.round(cpuSeconds.getAsDouble() * 1e9));
    String measured = "A request takes " + FigureText.millis(cpu) + " of CPU";
    return switch (kind) {
      case WAITS ->
          List.of(
              measured
                  + " and waits for the rest of its time: such work belongs on the event loop,"
                  + " without blocking it; cores are no limit for its workers.");
      case COMPUTES ->
          List.of(
              cpu.compareTo(LONG) < 0
                  ? measured
                      + " and needs a core for it: in the request path such work belongs on the"
                      + " pool of a worker, with as many processes as cores; what can be done later"
                      + " belongs in a queue."
                  : measured
                      + ", longer than "
                      + FigureText.millis(LONG)
                      + ": such work belongs in a queue and a service of its own, whose answer is"
                      + " fetched later.");
      case UNKNOWN ->
          List.of(measured + "; whether it mostly computes or waits, this load does not tell.");
    };
  }

  private static void warn(Arm arm, double cores, List<String> warnings) {
    if (arm.workers().isEmpty()) {
      return;
    }
    int workers = arm.workers().getAsInt();
    String allowed = FigureText.cores(cores);
    switch (arm.kind()) {
      case PROCESSES, NODE -> {
        if (workers > Math.max(1, Math.ceil(cores))) {
          warnings.add(
              "%s: %d processes for %s cores; for work that computes, as many processes as cores."
                  .formatted(arm.name(), workers, allowed));
        }
      }
      case THREADS -> {
        if (workers > Math.max(1, Math.ceil(cores) - 1)) {
          warnings.add(
              "%s: %d compute threads beside an event loop for %s cores; cores - 1 of them leave the loop a core."
                  .formatted(arm.name(), workers, allowed));
        }
      }
      case SINGLE, SERVICE -> {}
    }
  }
}
