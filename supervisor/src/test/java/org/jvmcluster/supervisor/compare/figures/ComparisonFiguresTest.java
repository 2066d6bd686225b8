package org.jvmcluster.supervisor.compare.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.latency;
import static org.jvmcluster.supervisor.compare.result.Synthetic.load;
import static org.jvmcluster.supervisor.compare.result.Synthetic.quiet;
import static org.jvmcluster.supervisor.compare.result.Synthetic.record;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;
import static org.jvmcluster.supervisor.compare.result.Synthetic.withNoise;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.compare.result.Synthetic;

final class ComparisonFiguresTest {
  private final ArmRecord single =
      record(arm("single", ArmKind.SINGLE, 1), runs(20, 1000, 1, 10, 9.8, 10.2), 100);
  private final ArmRecord three =
      record(arm("processes 3", ArmKind.PROCESSES, 3), runs(20, 500, 3, 19, 19.4, 19.6), 300);

  @Test
  void percentilesAreReadOffTheAddedHistogramsAndNeverAveraged() {
    ArmRecord arm =
        record(
            arm("single", ArmKind.SINGLE, 1),
            List.of(
                new Run(1, load(latency(900, 10, 0), 100, 1, 0), Optional.empty(), quiet()),
                new Run(2, load(latency(100, 1000, 0), 10, 1, 0), Optional.empty(), quiet())),
            100);

    LatencyFigures merged = figures(arm).arms().get(0).latency();

    assertThat(merged.count()).isEqualTo(1000);
    // The mean of the two p50 would be 505 ms.
    assertThat(millis(merged.at(50).orElseThrow())).isCloseTo(10, within(0.1));
    assertThat(millis(merged.at(90).orElseThrow())).isCloseTo(10, within(0.1));
    assertThat(millis(merged.at(99).orElseThrow())).isCloseTo(1000, within(2.0));
  }

  @Test
  void aPercentileNeedsAnExpectedSampleBeyondIt() {
    assertThat(new LatencyFigures(latency(99, 10, 0.1)).isSound(99)).isFalse();
    assertThat(new LatencyFigures(latency(100, 10, 0.1)).isSound(99)).isTrue();
    assertThat(new LatencyFigures(latency(999, 10, 0.1)).isSound(99.9)).isFalse();
    assertThat(new LatencyFigures(latency(1000, 10, 0.1)).isSound(99.9)).isTrue();
  }

  @Test
  void speedUpIsTakenWithinTheRoundsAndAgainstTheCeiling() {
    SpeedUp speedUp = figures(single, three).arms().get(1).speedUp().orElseThrow();

    assertThat(speedUp.against()).isEqualTo("single");
    assertThat(speedUp.ratio().value()).isCloseTo(1.933, within(0.005));
    assertThat(speedUp.ratio().rounds()).isEqualTo(3);
    assertThat(speedUp.ofCeiling().orElseThrow().value()).isCloseTo(0.967, within(0.003));
  }

  @Test
  void withoutAnArmOfOneWorkerTheFirstPointOfTheSweepIsTheMeasure() {
    Comparison comparison =
        new Comparison(
            Synthetic.environment(2),
            Synthetic.description(3),
            List.of(three),
            Synthetic.sweep(100, 9.7));

    SpeedUp speedUp =
        ComparisonFigures.of(comparison, Goal.THROUGHPUT).arms().get(0).speedUp().orElseThrow();

    assertThat(speedUp.against()).isEqualTo("one worker of the sweep");
    assertThat(speedUp.ratio().value()).isCloseTo(1.99, within(0.01));
  }

  @Test
  void withoutAnythingOfOneWorkerThereIsNoSpeedUp() {
    assertThat(figures(three).arms().get(0).speedUp()).isEmpty();
  }

  @Test
  void noisyRunsAreLeftOutOfTheFiguresWhenThreeQuietOnesRemain() {
    List<Run> runs = withNoise(runs(20, 1000, 1, 10, 10, 10, 2), 4);

    ArmFigures arm = figures(record(arm("single", ArmKind.SINGLE, 1), runs, 100)).arms().get(0);

    assertThat(arm.runs().basis()).isEqualTo(Basis.QUIET);
    assertThat(arm.runs().inWords()).isEqualTo("3 of 4 runs, without 1 noisy");
    assertThat(arm.throughput().orElseThrow().value()).isCloseTo(10, within(1e-6));
    assertThat(arm.latency().count()).isEqualTo(60);
    assertThat(arm.record().runs()).hasSize(4);
  }

  @Test
  void allRunsCountWhenTooFewQuietOnesRemain() {
    List<Run> runs = withNoise(runs(20, 1000, 1, 10, 10, 4), 3);

    ArmFigures arm = figures(record(arm("single", ArmKind.SINGLE, 1), runs, 100)).arms().get(0);

    assertThat(arm.runs().basis()).isEqualTo(Basis.ALL);
    assertThat(arm.runs().inWords()).contains("1 noisy");
    assertThat(arm.throughput().orElseThrow().value()).isCloseTo(8, within(1e-6));
  }

  @Test
  void aRoundIsNoisyForARatioIfEitherRunWas() {
    ArmRecord noisySingle =
        record(
            arm("single", ArmKind.SINGLE, 1), withNoise(runs(20, 1000, 1, 5, 10, 10, 10), 1), 100);
    ArmRecord processes =
        record(arm("processes 3", ArmKind.PROCESSES, 3), runs(20, 500, 3, 20, 20, 20, 20), 300);

    SpeedUp speedUp = figures(noisySingle, processes).arms().get(1).speedUp().orElseThrow();

    assertThat(speedUp.ratio().value()).isCloseTo(2, within(1e-6));
    assertThat(speedUp.ratio().basis()).isEqualTo(Basis.QUIET);
  }

  @Test
  void workersAreMergedBySlotWithTheirShare() {
    List<WorkerFigures> workers = figures(single, three).arms().get(1).workers();

    assertThat(workers)
        .extracting(WorkerFigures::name)
        .containsExactly("worker 0", "worker 1", "worker 2");
    assertThat(workers.get(0).latency().count()).isEqualTo(21);
    assertThat(workers.stream().mapToDouble(WorkerFigures::share).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void thePathsOfAMixAreMergedEachForItself() {
    List<PathFigures> paths = figures(single).arms().get(0).paths();

    assertThat(paths).extracting(PathFigures::path).containsExactly("/cpu?ms=100");
    assertThat(paths.get(0).latency().count()).isEqualTo(60);
  }

  @Test
  void cpuSecondsArePerRequestSent() {
    assertThat(figures(single).arms().get(0).cpuSecondsPerRequest().orElseThrow())
        .isCloseTo(0.1, within(1e-9));
  }

  @Test
  void isolationIsTheRatioOfTheRoundsAndTheHistogramsAdded() {
    IsolationFigures isolation =
        figures(Synthetic.whole(single, 40)).arms().get(0).isolation().orElseThrow();

    assertThat(isolation.idle().count()).isEqualTo(200);
    assertThat(isolation.slowdown().orElseThrow().value()).isCloseTo(9.66, within(0.1));
    assertThat(isolation.slowdown().orElseThrow().rounds()).isEqualTo(5);
    assertThat(isolation.lastHeavy()).contains(Duration.ofMillis(505));
  }

  @Test
  void allArmsAreSetAgainstNodeWithinTheirRounds() {
    ArmRecord node = record(arm("node", ArmKind.NODE, 3), runs(20, 520, 3, 18.5, 18.7, 19), 200);

    AgainstNode against = figures(single, three, node).againstNode().orElseThrow();

    assertThat(against.node()).isEqualTo("node");
    assertThat(against.rows())
        .extracting(AgainstNode.Row::arm)
        .containsExactly("single", "processes 3");
    AgainstNode.Row row = against.rows().get(1);
    assertThat(row.throughput().orElseThrow().value()).isCloseTo(1.032, within(0.002));
    assertThat(row.throughput().orElseThrow().admits(1)).isFalse();
    assertThat(row.total().orElseThrow().value()).isCloseTo(1 / 1.032, within(0.002));
    assertThat(row.p50().orElseThrow().value()).isCloseTo(500.0 / 520, within(0.002));
    assertThat(figures(single, three).againstNode()).isEmpty();
  }

  @Test
  void adviceFollowsTheKindOfWorkAndTheCores() {
    Advice advice = figures(single, three).advice();

    assertThat(advice.kind()).isEqualTo(WorkKind.COMPUTES);
    assertThat(advice.sentences()).anyMatch(it -> it.contains("as many processes as cores"));
    assertThat(advice.warnings())
        .containsExactly(
            "processes 3: 3 processes for 2 cores; for work that computes, as many processes as"
                + " cores.");
  }

  @Test
  void aSweepOfComputingWorkHasAPlateauAtTheCores() {
    SweepFigures sweep = sweep(100, 9.8, 19.4, 19.5, 19.3);

    assertThat(sweep.kind()).isEqualTo(WorkKind.COMPUTES);
    assertThat(sweep.foundPlateau().orElseThrow().workers()).isEqualTo(2);
    assertThat(sweep.lawTo()).isEqualTo(2);
    assertThat(sweep.fitted()).isEmpty();
    assertThat(sweep.whyNot()).isPresent();
    assertThat(sweep.inWords()).anyMatch(it -> it.startsWith("No law is fitted to the points up"));
    assertThat(sweep.inWords()).anyMatch(it -> it.startsWith("Plateau: from 2 workers on"));
  }

  @Test
  void aSweepThatStillGrowsHasNone() {
    SweepFigures sweep = sweep(1, 98, 190, 272, 340, 401, 452, 489, 520);

    assertThat(sweep.kind()).isEqualTo(WorkKind.WAITS);
    assertThat(sweep.foundPlateau()).isEmpty();
    assertThat(sweep.whyNoPlateau().orElseThrow()).contains("still grows");
    assertThat(sweep.lawTo()).isEqualTo(8);
    assertThat(sweep.fitted().orElseThrow().throughputAt(4)).isCloseTo(340, within(10.0));
    assertThat(sweep.inWords()).anyMatch(it -> it.startsWith("A law is fitted: lambda "));
    assertThat(sweep.points().get(3).speedUp().orElseThrow().value()).isCloseTo(3.47, within(0.01));
  }

  private static SweepFigures sweep(double cpuMs, double... throughputs) {
    return ComparisonFigures.of(
            new Comparison(
                Synthetic.environment(2),
                Synthetic.description(3),
                List.of(),
                Synthetic.sweep(cpuMs, throughputs)),
            Goal.THROUGHPUT)
        .sweep();
  }

  private static ComparisonFigures figures(ArmRecord... arms) {
    return ComparisonFigures.of(comparison(3, arms), Goal.THROUGHPUT);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
