package org.jvmcluster.supervisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.load.LatencyDistribution;

final class AgreementTest {
  @Test
  void agreesWithALoadOfTheSameKind() {
    Agreement agreement =
        Agreement.of(runs(3, Discipline.HASH, 1000, 5), merged(runs(3, Discipline.HASH, 1000, 99)));

    assertThat(agreement.holds()).isTrue();
    assertThat(agreement.verdicts())
        .extracting(Agreement.Verdict::percentile)
        .containsExactly("p50", "p99");
    assertThat(agreement.verdicts()).allMatch(verdict -> verdict.unproven().isEmpty());
  }

  @Test
  void noticesTheWrongDiscipline() {
    assertThat(
            Agreement.of(
                    runs(3, Discipline.HASH, 1000, 5), merged(runs(3, Discipline.IDLE, 1000, 99)))
                .holds())
        .isFalse();
  }

  @Test
  void noticesTheWrongNumberOfWorkers() {
    assertThat(
            Agreement.of(
                    runs(3, Discipline.IDLE, 1000, 5), merged(runs(4, Discipline.IDLE, 1000, 99)))
                .holds())
        .isFalse();
  }

  @Test
  void acceptsFifteenPercentAndNoMore() {
    List<LatencyDistribution> measured = List.of(constant(100, 5000));

    assertThat(Agreement.of(measured, constant(114.8, 10)).holds()).isTrue();
    assertThat(Agreement.of(measured, constant(115.2, 10)).holds()).isFalse();
    assertThat(Agreement.of(measured, constant(85.2, 10)).holds()).isTrue();
    assertThat(Agreement.of(measured, constant(84.8, 10)).holds()).isFalse();
  }

  @Test
  void acceptsWhatTheRepeatsCannotTellApart() {
    // 80, 100 and 120 ms: 100 +- 4.30 * 20 / sqrt(3) ms.
    List<LatencyDistribution> measured =
        List.of(constant(80, 1000), constant(100, 1000), constant(120, 1000));

    Agreement.Verdict p50 = Agreement.of(measured, constant(140, 10)).verdicts().get(0);

    assertThat(p50.accepted().low()).isCloseTo(50.3, within(0.3));
    assertThat(p50.accepted().high()).isCloseTo(149.7, within(0.3));
    assertThat(p50.agrees()).isTrue();
    assertThat(Agreement.of(measured, constant(151, 10)).holds()).isFalse();
  }

  @Test
  void trustsNoIntervalOfTwoRepeats() {
    List<LatencyDistribution> measured = List.of(constant(80, 2000), constant(120, 2000));

    // Student's interval would reach below 0 and up to 354 ms.
    assertThat(Agreement.of(measured, constant(200, 10)).holds()).isFalse();
  }

  @Test
  void provesNoP99WithTooFewSamples() {
    // 1 % of 30 ms moves p99 only.
    LatencyDistribution model = mixed(100, 900, 0.02);

    Agreement few = Agreement.of(List.of(constant(100, 1999)), model);
    Agreement enough = Agreement.of(List.of(constant(100, 2000)), model);

    assertThat(few.holds()).isTrue();
    assertThat(few.verdicts().get(1).agrees()).isFalse();
    assertThat(few.verdicts().get(1).unproven())
        .hasValue("1999 samples, a p99 needs 2000 to prove anything");
    assertThat(enough.holds()).isFalse();
    assertThat(enough.verdicts().get(0).agrees()).isTrue();
  }

  private static List<LatencyDistribution> runs(
      int workers, Discipline discipline, long requests, long seed) {
    Scenario scenario =
        new Scenario(
            workers,
            ServiceTime.lognormal(Duration.ofMillis(20), Duration.ofMillis(30)),
            new Demand.Open(105, true),
            requests,
            OptionalInt.empty(),
            false,
            OptionalDouble.empty(),
            Scenario.HANDOVER);
    return LongStream.range(seed, seed + 10)
        .mapToObj(each -> Simulation.run(scenario, discipline, each).latency())
        .toList();
  }

  private static LatencyDistribution merged(List<LatencyDistribution> parts) {
    return LatencyDistribution.merged(parts);
  }

  private static LatencyDistribution constant(double millis, long samples) {
    return mixed(millis, samples, 0);
  }

  /** A share of them ten times as long. */
  private static LatencyDistribution mixed(double millis, long samples, double longer) {
    Histogram histogram = new Histogram(1_000, Duration.ofHours(1).toNanos(), 3);
    long slow = Math.round(samples * longer);
    DoubleStream.iterate(0, i -> i < samples, i -> i + 1)
        .forEach(i -> histogram.recordValue(Math.round(millis * 1e6 * (i < slow ? 10 : 1))));
    return LatencyDistribution.of(histogram);
  }
}
