package org.jvmcluster.supervisor.compare.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.latency;
import static org.jvmcluster.supervisor.compare.result.Synthetic.load;
import static org.jvmcluster.supervisor.compare.result.Synthetic.record;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;
import static org.jvmcluster.supervisor.compare.result.Synthetic.whole;
import static org.jvmcluster.supervisor.compare.result.Synthetic.withNoise;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.figures.Decision.Verdict;
import org.jvmcluster.supervisor.compare.figures.Ranked.Standing;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.compare.result.Synthetic;

final class DecisionTest {
  private final ArmRecord single = single(9.9, 9.8, 10.0);
  private final ArmRecord three = processes("processes 3", 500, 300, 19.6, 19.4, 19.8);

  @Test
  void recommendsTheArmThatIsBetterThanAllOthers() {
    Decision decision = decide(Goal.THROUGHPUT, single, three);

    assertThat(decision.verdict()).isEqualTo(Verdict.CLEAR);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("processes 3");
    assertThat(decision.headline()).isEqualTo("For throughput: processes 3.");
    assertThat(decision.because())
        .containsSubsequence(
            "processes 3: throughput 19.6/s.",
            "single: 9.90/s, 0.505 [0.505, 0.505] times that in 3 rounds, 95 %.");
  }

  @Test
  void ofEquallyGoodArmsTheCheapestIsRecommended() {
    ArmRecord dear = processes("processes 8", 500, 800, 19.7, 19.3, 19.9);

    Decision decision = decide(Goal.THROUGHPUT, single, dear, three);

    assertThat(decision.verdict()).isEqualTo(Verdict.CHEAPEST_OF_EQUALS);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("processes 3");
    assertThat(decision.because())
        .anyMatch(
            it ->
                it.startsWith(
                    "Of the equal ones processes 3 is the first with the least memory (PSS"));
  }

  @Test
  void saysThatThereIsNoDifferenceWhenAllIntervalsContainOne() {
    Decision decision =
        decide(
            Goal.THROUGHPUT,
            processes("a", 500, 300, 19, 21, 20),
            processes("b", 500, 200, 21, 19, 20.5));

    assertThat(decision.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(decision.headline())
        .isEqualTo("No significant difference for throughput; b is the cheapest.");
    assertThat(decision.because()).anyMatch(it -> it.endsWith(": no significant difference."));
  }

  @Test
  void aSureDifferenceBelowOnePercentIsNone() {
    Decision decision =
        decide(
            Goal.THROUGHPUT,
            processes("a", 500, 300, 20, 20, 20),
            processes("b", 500, 200, 19.9, 19.9, 19.9));

    assertThat(decision.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void oneRoundGivesAnOrderAndSaysThatItProvesNothing() {
    Decision decision = decide(Goal.THROUGHPUT, single(10), processes("p", 500, 300, 20));

    assertThat(decision.verdict()).isEqualTo(Verdict.UNPROVEN);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("p");
    assertThat(decision.ranking().get(1).standing()).isEqualTo(Standing.UNPROVEN);
    assertThat(decision.because()).anyMatch(it -> it.contains("there is no interval"));
  }

  @Test
  void anArmThatFailsRequestsIsNamedFirstAndNotRecommended() {
    ArmRecord failing =
        record(
            arm("fast but failing", ArmKind.PROCESSES, 3),
            List.of(run(1, 50, 2), run(2, 51, 0), run(3, 49, 0)),
            100);

    Decision decision = decide(Goal.THROUGHPUT, failing, single, three);

    assertThat(decision.because().get(0))
        .isEqualTo(
            "fast but failing failed 2 of 302 requests, more than 1 in 1,000: it is not"
                + " recommended.");
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("processes 3");
    assertThat(decision.ranking().get(2).standing()).isEqualTo(Standing.DISQUALIFIED);
  }

  @Test
  void theTailIsRankedByThe99thPercentile() {
    Decision decision =
        decide(
            Goal.TAIL,
            record(arm("single", ArmKind.SINGLE, 1), runs(200, 900, 1, 10, 10, 10), 100),
            record(arm("p", ArmKind.PROCESSES, 3), runs(200, 500, 3, 10, 10, 10), 300));

    assertThat(decision.verdict()).isEqualTo(Verdict.CLEAR);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("p");
    assertThat(decision.because()).noneMatch(it -> it.contains("slowest answer"));
  }

  @Test
  void aTailOfTooFewAnswersSaysSo() {
    assertThat(decide(Goal.TAIL, single, three).because())
        .anyMatch(it -> it.startsWith("A round has only 20 answers, fewer than the 100"));
  }

  @Test
  void isolationIsRankedByTheLightPathBesideTheHeavyOne() {
    ArmRecord blocked = whole(single, 500);
    ArmRecord threads = whole(record(arm("threads", ArmKind.THREADS, 1), single.runs(), 110), 8);

    Decision decision = decide(Goal.ISOLATION, blocked, threads, three);

    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("threads");
    assertThat(decision.ranking().get(2).standing()).isEqualTo(Standing.UNMEASURED);
    assertThat(decision.because()).contains("processes 3: not measured.");
  }

  @Test
  void memoryIsReadOnceAndReadingsNearEachOtherAreEqual() {
    Decision decision =
        decide(
            Goal.MEMORY,
            three,
            record(arm("single", ArmKind.SINGLE, 1), single.runs(), 100),
            record(arm("threads", ArmKind.THREADS, 1), single.runs(), 104));

    assertThat(decision.verdict()).isEqualTo(Verdict.CHEAPEST_OF_EQUALS);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("single");
    assertThat(decision.ranking().get(2).standing()).isEqualTo(Standing.WORSE);
  }

  @Test
  void noiseIsNamedWithTheRunsThatCount() {
    ArmRecord noisy = record(single.arm(), withNoise(runs(20, 1000, 1, 10, 10, 10, 3), 4), 100);

    assertThat(decide(Goal.THROUGHPUT, noisy, three).because())
        .contains("single: figures from 3 of 4 runs, without 1 noisy.");
  }

  @Test
  void whatAKillCostsIsSaidOfTheRecommendedArm() {
    assertThat(decide(Goal.THROUGHPUT, single, whole(three, 7)).because())
        .contains(
            "A kill -9 of processes 3 failed 3 of 1,903 requests; all was ready again after"
                + " 1.83 s.");
  }

  @Test
  void anArmThatNeverAnsweredIsNamedAndRankedLast() {
    ArmRecord dead =
        record(
            arm("dead", ArmKind.PROCESSES, 3),
            List.of(
                new Run(1, load(latency(0, 1, 0), 1, 3, 20), Optional.empty(), Synthetic.quiet())),
            100);

    Decision decision = decide(Goal.THROUGHPUT, dead, single, three);

    assertThat(decision.because().get(0)).startsWith("dead failed 20 of 20 requests");
    assertThat(decision.ranking().get(2).standing()).isEqualTo(Standing.DISQUALIFIED);
    assertThat(decision.ranking().get(2).figure()).isEqualTo("-");
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("processes 3");
  }

  @Test
  void anArmThatNeverRanIsNotMeasured() {
    Decision decision =
        decide(Goal.TAIL, record(arm("lost", ArmKind.SERVICE, 1), List.of(), 1), single, three);

    assertThat(decision.ranking().get(2).standing()).isEqualTo(Standing.UNMEASURED);
    assertThat(decision.recommended().orElseThrow().name()).isEqualTo("processes 3");
  }

  @Test
  void oneArmLeavesNothingToDecide() {
    Decision decision = decide(Goal.THROUGHPUT, single);

    assertThat(decision.verdict()).isEqualTo(Verdict.NOTHING);
    assertThat(decision.recommended()).isEmpty();
  }

  @Test
  void noArmWithTheFigureLeavesNothingToDecide() {
    assertThat(decide(Goal.ISOLATION, single, three).verdict()).isEqualTo(Verdict.NOTHING);
  }

  private static Decision decide(Goal goal, ArmRecord... arms) {
    return ComparisonFigures.of(comparison(3, arms), goal).decision();
  }

  private static ArmRecord single(double... throughputs) {
    return record(arm("single", ArmKind.SINGLE, 1), runs(20, 1000, 1, throughputs), 100);
  }

  private static ArmRecord processes(
      String name, double medianMs, long mib, double... throughputs) {
    return record(arm(name, ArmKind.PROCESSES, 3), runs(20, medianMs, 3, throughputs), mib);
  }

  private static Run run(int round, double throughput, long failed) {
    return new Run(
        round,
        load(latency(100, 100, 0.3), throughput, 3, failed),
        Optional.empty(),
        Synthetic.quiet());
  }
}
