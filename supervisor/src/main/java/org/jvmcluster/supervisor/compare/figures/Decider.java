package org.jvmcluster.supervisor.compare.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jvmcluster.supervisor.compare.figures.Decision.Verdict;
import org.jvmcluster.supervisor.compare.figures.Ranked.Standing;
import org.jvmcluster.supervisor.compare.result.Memory;

/** Ranks the arms of a comparison for a goal. */
final class Decider {
  /** One in a thousand: beyond it a faster arm is one that does less of its work. */
  static final double FAILED_SHARE = 0.001;

  /** Nobody chooses by one percent, however sure it is. */
  static final double NEGLIGIBLE = 0.01;

  /** A reading of memory moves by as much with the moment of the last collection. */
  static final double MEMORY_READING = 0.05;

  private final Goal goal;
  private final List<Candidate> candidates;
  private final MemoryKind memoryKind;

  /** An arm with the figure it is ranked by, round by round. */
  private record Candidate(ArmFigures arm, Series series) {
    double mean() {
      return series.mean().orElseThrow().value();
    }

    /** Names are unique within a comparison. */
    boolean is(Candidate other) {
      return arm.name().equals(other.arm.name());
    }
  }

  Decider(Goal goal, List<ArmFigures> arms) {
    this.goal = goal;
    this.memoryKind = MemoryKind.of(arms);
    this.candidates = arms.stream().map(arm -> new Candidate(arm, series(arm))).toList();
  }

  Decision decide() {
    List<Ranked> ranking = ranking();
    Verdict verdict = verdict(ranking);
    Optional<ArmFigures> recommended = recommended(ranking, verdict);
    DecisionText text = new DecisionText(goal, verdict, ranking, recommended, memoryKind);
    return new Decision(goal, verdict, ranking, recommended, text.headline(), text.because());
  }

  private List<Ranked> ranking() {
    List<Candidate> fit =
        candidates.stream().filter(it -> !isDisqualified(it) && !it.series().isEmpty()).toList();
    List<Ranked> ranking = new ArrayList<>();
    if (!fit.isEmpty()) {
      Candidate best = best(fit);
      fit.stream()
          .sorted(
              Comparator.comparing((Candidate it) -> !it.is(best)).thenComparing(this.byFigure()))
          .forEach(it -> ranking.add(ranked(it, best)));
    }
    candidates.stream()
        .filter(this::isDisqualified)
        .forEach(it -> ranking.add(unfit(it, Standing.DISQUALIFIED)));
    candidates.stream()
        .filter(it -> !isDisqualified(it) && it.series().isEmpty())
        .forEach(it -> ranking.add(unfit(it, Standing.UNMEASURED)));
    return ranking;
  }

  private boolean isDisqualified(Candidate candidate) {
    return candidate.arm().failedShare() > FAILED_SHARE;
  }

  private Comparator<Candidate> byFigure() {
    Comparator<Candidate> least = Comparator.comparingDouble(Candidate::mean);
    return goal.moreIsBetter() ? least.reversed() : least;
  }

  /**
   * The first by its mean, unless another is better in the rounds that both have. Means can stand
   * on different rounds when noise left some out.
   */
  private Candidate best(List<Candidate> fit) {
    Candidate best = fit.stream().min(byFigure()).orElseThrow();
    for (Candidate other : fit) {
      double ratio = other.series().over(best.series()).map(Measured::value).orElse(1.0);
      if (goal.moreIsBetter() ? ratio > 1 : ratio < 1) {
        best = other;
      }
    }
    return best;
  }

  private Ranked ranked(Candidate candidate, Candidate best) {
    ArmFigures arm = candidate.arm();
    if (candidate.is(best)) {
      return new Ranked(arm, figure(arm), Optional.empty(), Standing.BEST, Optional.empty());
    }
    Optional<Measured> ratio = candidate.series().over(best.series());
    return new Ranked(arm, figure(arm), ratio, standing(ratio), Optional.empty());
  }

  private Standing standing(Optional<Measured> ratio) {
    if (ratio.isEmpty()) {
      return Standing.UNPROVEN;
    }
    Measured measured = ratio.get();
    double off = Math.abs(measured.value() - 1);
    if (goal == Goal.MEMORY) {
      return off <= MEMORY_READING ? Standing.TIED : Standing.WORSE;
    }
    if (off <= NEGLIGIBLE) {
      return Standing.TIED;
    }
    if (measured.interval().isEmpty()) {
      return Standing.UNPROVEN;
    }
    return measured.admits(1) ? Standing.TIED : Standing.WORSE;
  }

  private Ranked unfit(Candidate candidate, Standing standing) {
    ArmFigures arm = candidate.arm();
    return new Ranked(
        arm,
        candidate.series().isEmpty() ? "-" : figure(arm),
        Optional.empty(),
        standing,
        arm.arm().note());
  }

  private static Verdict verdict(List<Ranked> ranking) {
    List<Standing> places = ranking.stream().map(Ranked::standing).toList();
    long fit =
        places.stream()
            .filter(it -> it != Standing.DISQUALIFIED && it != Standing.UNMEASURED)
            .count();
    long tied = places.stream().filter(it -> it == Standing.TIED).count();
    if (fit == 0 || places.size() == 1) {
      return Verdict.NOTHING;
    }
    if (places.contains(Standing.UNPROVEN)) {
      return Verdict.UNPROVEN;
    }
    if (tied == 0) {
      return Verdict.CLEAR;
    }
    return tied + 1 == fit ? Verdict.NO_DIFFERENCE : Verdict.CHEAPEST_OF_EQUALS;
  }

  /**
   * The best, or of those that equal it the first with the least memory, as near as readings tell;
   * where memory is not known, the best.
   */
  private Optional<ArmFigures> recommended(List<Ranked> ranking, Verdict verdict) {
    if (verdict == Verdict.NOTHING) {
      return Optional.empty();
    }
    List<ArmFigures> equals =
        ranking.stream()
            .filter(it -> it.standing() == Standing.BEST || it.standing() == Standing.TIED)
            .map(Ranked::arm)
            .toList();
    ArmFigures first = equals.get(0);
    if (verdict == Verdict.UNPROVEN
        || equals.stream().anyMatch(it -> memoryKind.bytes(it).isEmpty())) {
      return Optional.of(first);
    }
    double least =
        equals.stream().mapToDouble(it -> memoryKind.bytes(it).getAsDouble()).min().orElseThrow();
    return equals.stream()
        .filter(it -> memoryKind.bytes(it).getAsDouble() <= least * (1 + MEMORY_READING))
        .findFirst();
  }

  private Series series(ArmFigures arm) {
    return switch (goal) {
      case THROUGHPUT -> ArmReckoning.throughputs(arm.record().runs());
      case TAIL -> ArmReckoning.percentiles(arm.record().runs(), 99);
      case ISOLATION ->
          arm.record()
              .isolation()
              .map(IsolationFigures::besideByRound)
              .orElse(Series.ofReading(OptionalDouble.empty()));
      case MEMORY -> Series.ofReading(memoryKind.bytes(arm));
    };
  }

  private String figure(ArmFigures arm) {
    return switch (goal) {
      case THROUGHPUT ->
          arm.throughput().map(it -> FigureText.number(it.value()) + "/s").orElse("-");
      case TAIL -> arm.latency().at(99).map(FigureText::millis).orElse("-");
      case ISOLATION ->
          arm.isolation()
              .flatMap(it -> it.beside().at(IsolationFigures.PERCENTILE))
              .map(FigureText::millis)
              .orElse("-");
      case MEMORY ->
          memoryKind.bytes(arm).stream().mapToObj(FigureText::bytes).findFirst().orElse("-");
    };
  }

  /** PSS where all have it, since shared pages count once; otherwise RSS of all. */
  enum MemoryKind {
    PSS,
    RSS;

    static MemoryKind of(List<ArmFigures> arms) {
      boolean all =
          arms.stream()
              .flatMap(arm -> arm.record().memory().stream())
              .allMatch(memory -> memory.pssBytes().isPresent());
      return all ? PSS : RSS;
    }

    OptionalDouble bytes(ArmFigures arm) {
      Optional<Memory> memory = arm.record().memory();
      if (memory.isEmpty()) {
        return OptionalDouble.empty();
      }
      long bytes = this == PSS ? memory.get().pssBytes().getAsLong() : memory.get().rssBytes();
      return OptionalDouble.of((double) bytes);
    }
  }
}
