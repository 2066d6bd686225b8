package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.LoadDescription;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.compare.result.SweepPoint;

/**
 * All that follows from a comparison.
 *
 * @param arms in the order of the comparison
 * @param sweep without points when none was asked for
 * @param againstNode empty without an arm of Node
 */
public record ComparisonFigures(
    List<ArmFigures> arms,
    SweepFigures sweep,
    Optional<AgainstNode> againstNode,
    Decision decision,
    Advice advice) {
  public ComparisonFigures {
    arms = List.copyOf(arms);
    requireNonNull(sweep, "sweep");
    requireNonNull(againstNode, "againstNode");
    requireNonNull(decision, "decision");
    requireNonNull(advice, "advice");
  }

  /** What one worker did, and what it was. */
  private record OneWorker(String name, Series throughputs) {}

  /** The figures of a comparison, and the decision for a goal. */
  public static ComparisonFigures of(Comparison comparison, Goal goal) {
    Optional<OneWorker> one = oneWorker(comparison);
    List<ArmFigures> arms =
        comparison.arms().stream()
            .map(record -> ArmReckoning.of(record, speedUp(record, one, comparison)))
            .toList();
    boolean saturated = comparison.load().rate().isEmpty();
    return new ComparisonFigures(
        arms,
        SweepFigures.of(comparison.sweep(), comparison.environment(), saturated),
        AgainstNode.of(comparison.arms()),
        new Decider(goal, arms).decide(),
        Advice.of(arms, comparison.environment(), saturated));
  }

  /**
   * The single process, else the arm of one worker process, else the first point of the sweep if
   * that asked for the same.
   */
  private static Optional<OneWorker> oneWorker(Comparison comparison) {
    for (ArmKind kind : List.of(ArmKind.SINGLE, ArmKind.PROCESSES)) {
      for (ArmRecord record : comparison.arms()) {
        if (record.arm().kind() == kind
            && (kind == ArmKind.SINGLE || record.arm().workers().orElse(0) == 1)) {
          return Optional.of(oneWorker(record.arm().name(), record.runs()));
        }
      }
    }
    return comparison.sweep().stream()
        .filter(point -> point.workers() == 1 && isSameLoad(comparison.load()))
        .map(SweepPoint::runs)
        .map(runs -> oneWorker("one worker of the sweep", runs))
        .findFirst();
  }

  private static boolean isSameLoad(LoadDescription load) {
    return load.sweepPath().map(path -> load.shares().keySet().equals(Set.of(path))).orElse(false);
  }

  private static OneWorker oneWorker(String name, List<Run> runs) {
    return new OneWorker(name, ArmReckoning.throughputs(runs));
  }

  private static Optional<SpeedUp> speedUp(
      ArmRecord record, Optional<OneWorker> one, Comparison comparison) {
    return one.flatMap(
        base ->
            ArmReckoning.throughputs(record.runs())
                .over(base.throughputs())
                .map(ratio -> speedUp(base.name(), ratio, record, comparison)));
  }

  private static SpeedUp speedUp(
      String against, Measured ratio, ArmRecord record, Comparison comparison) {
    return new SpeedUp(
        against,
        ratio,
        record.arm().workers().isPresent()
            ? Optional.of(
                ratio.scaled(
                    1 / comparison.environment().ceiling(record.arm().workers().getAsInt())))
            : Optional.empty());
  }
}
