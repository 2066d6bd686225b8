package org.jvmcluster.supervisor.compare.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jvmcluster.supervisor.compare.figures.Decision.Verdict;
import org.jvmcluster.supervisor.compare.figures.Ranked.Standing;
import org.jvmcluster.supervisor.compare.result.Disturbance;

/** Says a decision in sentences. */
final class DecisionText {
  private final Goal goal;
  private final Verdict verdict;
  private final List<Ranked> ranking;
  private final Optional<ArmFigures> recommended;
  private final Decider.MemoryKind memoryKind;

  DecisionText(
      Goal goal,
      Verdict verdict,
      List<Ranked> ranking,
      Optional<ArmFigures> recommended,
      Decider.MemoryKind memoryKind) {
    this.goal = goal;
    this.verdict = verdict;
    this.ranking = ranking;
    this.recommended = recommended;
    this.memoryKind = memoryKind;
  }

  String headline() {
    String arm = recommended.map(ArmFigures::name).orElse("");
    return switch (verdict) {
      case CLEAR -> "For " + goal.word() + ": " + arm + ".";
      case CHEAPEST_OF_EQUALS ->
          "For " + goal.word() + ": " + arm + ", the cheapest of equally good ones.";
      case NO_DIFFERENCE ->
          "No significant difference for " + goal.word() + "; " + arm + cheapestOrFirst() + ".";
      case UNPROVEN ->
          "For " + goal.word() + " " + arm + " is first, but the rounds do not prove it.";
      case NOTHING -> "Nothing to decide for " + goal.word() + ".";
    };
  }

  private String cheapestOrFirst() {
    return knowsMemory() ? " is the cheapest" : " is first by its figure";
  }

  private boolean knowsMemory() {
    return ranking.stream()
        .filter(DecisionText::isEqual)
        .allMatch(it -> memoryKind.bytes(it.arm()).isPresent());
  }

  private static boolean isEqual(Ranked ranked) {
    return ranked.standing() == Standing.BEST || ranked.standing() == Standing.TIED;
  }

  List<String> because() {
    List<String> because = new ArrayList<>();
    ranking.forEach(it -> failures(it.arm()).ifPresent(because::add));
    ranking.forEach(it -> notBegun(it.arm()).ifPresent(because::add));
    figures(because);
    equals().ifPresent(because::add);
    unproven(because);
    if (goal == Goal.MEMORY && verdict != Verdict.NOTHING) {
      because.add(
          "Memory is read once, after the load; readings within "
              + FigureText.percent(Decider.MEMORY_READING)
              + " of each other count as equal.");
    }
    soundness().ifPresent(because::add);
    ranking.forEach(it -> noise(it.arm()).ifPresent(because::add));
    recommended.ifPresent(arm -> costs(arm, because));
    return because;
  }

  private void unproven(List<String> because) {
    if (ranking.stream().anyMatch(it -> it.standing() == Standing.UNPROVEN)) {
      because.add(
          "With fewer than two common rounds there is no interval: whether the difference is more"
              + " than chance is not known. --repeat 5 tells.");
    }
    String untold =
        ranking.stream()
            .filter(Decider::isUntold)
            .map(it -> it.arm().name())
            .collect(Collectors.joining(", "));
    if (!untold.isEmpty()) {
      because.add(
          "No significant difference to "
              + untold
              + ", but not shown to be equal either: the interval is wider than a quarter. More"
              + " --repeat, or a quieter machine, tells.");
    }
  }

  private static Optional<String> failures(ArmFigures arm) {
    if (arm.failed() == 0) {
      return Optional.empty();
    }
    String failed =
        "%s failed %,d of %,d requests".formatted(arm.name(), arm.failed(), arm.attempted());
    return Optional.of(
        arm.failedShare() > Decider.FAILED_SHARE
            ? failed + ", more than 1 in 1,000: it is not recommended."
            : failed + ".");
  }

  private static Optional<String> notBegun(ArmFigures arm) {
    return arm.notBegun() == 0
        ? Optional.empty()
        : Optional.of(
            "%s: %,d requests were due and never begun, since all clients were busy; its latencies lack these, which would have waited longest."
                .formatted(arm.name(), arm.notBegun()));
  }

  private void figures(List<String> because) {
    for (Ranked ranked : ranking) {
      String name = ranked.arm().name();
      switch (ranked.standing()) {
        case BEST -> because.add(name + ": " + goal.figure() + " " + ranked.figure() + ".");
        case TIED, WORSE, UNPROVEN ->
            because.add(
                name
                    + ": "
                    + ranked.figure()
                    + ranked.toBest().map(DecisionText::times).orElse("")
                    + (ranked.standing() == Standing.TIED ? ": no significant difference" : "")
                    + ".");
        case UNMEASURED ->
            because.add(
                name
                    + ": not measured"
                    + ranked.remark().map(remark -> " (" + remark + ")").orElse("")
                    + ".");
        case DISQUALIFIED -> {}
      }
    }
  }

  private static String times(Measured ratio) {
    String rounds = ratio.interval().isPresent() ? " in " + ratio.rounds() + " rounds, 95 %" : "";
    return ", " + FigureText.measured(ratio) + " times that" + rounds;
  }

  private Optional<String> equals() {
    boolean several = ranking.stream().filter(DecisionText::isEqual).count() > 1;
    if (recommended.isEmpty() || !several || verdict == Verdict.UNPROVEN) {
      return Optional.empty();
    }
    if (!knowsMemory()) {
      return Optional.of(
          "Of the equal ones the first by its figure is named, as not all of their memory is"
              + " known.");
    }
    String all =
        ranking.stream()
            .filter(DecisionText::isEqual)
            .map(
                it ->
                    it.arm().name()
                        + " "
                        + FigureText.bytes(memoryKind.bytes(it.arm()).getAsDouble()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "Of the equal ones "
            + recommended.get().name()
            + " is the first with the least memory ("
            + memoryKind
            + ", read once, to within "
            + FigureText.percent(Decider.MEMORY_READING)
            + "): "
            + all
            + ".");
  }

  /** A p99 of rounds with fewer than 100 requests is told for what it is. */
  private Optional<String> soundness() {
    if (goal != Goal.TAIL || recommended.isEmpty()) {
      return Optional.empty();
    }
    long fewest =
        ranking.stream()
            .flatMap(it -> it.arm().runs().used().stream())
            .mapToLong(run -> run.load().distribution().count())
            .filter(count -> count > 0)
            .min()
            .orElse(Long.MAX_VALUE);
    long needed = LatencyFigures.samplesFor(99);
    return fewest >= needed
        ? Optional.empty()
        : Optional.of(
            "A round has only %,d answers, fewer than the %,d a p99 needs: rounds are compared by"
                    .formatted(fewest, needed)
                + " (almost) their slowest answer.");
  }

  private static Optional<String> noise(ArmFigures arm) {
    return arm.runs().noisy() == 0
        ? Optional.empty()
        : Optional.of(arm.name() + ": figures from " + arm.runs().inWords() + ".");
  }

  private static void costs(ArmFigures arm, List<String> because) {
    arm.record().kill().ifPresent(it -> because.add(cost(arm, "A kill -9", it)));
    arm.record().restart().ifPresent(it -> because.add(cost(arm, "A restart", it)));
  }

  private static String cost(ArmFigures arm, String what, Disturbance disturbance) {
    return "%s of %s failed %,d of %,d requests; all was ready again %s."
        .formatted(
            what,
            arm.name(),
            disturbance.failed(),
            disturbance.load().requests(),
            disturbance
                .recovery()
                .map(it -> "after " + FigureText.seconds(it))
                .orElse("only after the time allowed"));
  }
}
