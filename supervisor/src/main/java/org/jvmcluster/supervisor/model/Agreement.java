package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * Whether a forecast agrees with what was measured: p50 and p99 must lie in the measured 95 %
 * interval of the repeats or within 15 % of the measured value, whichever is wider.
 *
 * @param verdicts p50, p99
 */
public record Agreement(List<Verdict> verdicts) {
  /** How far off a model may be that is still worth asking. */
  static final double TOLERANCE = 0.15;

  /** Fewer make an interval of Student's distribution into which anything fits. */
  static final int LEAST_REPEATS = 3;

  /** A p99 of fewer stands on fewer than 20 samples. */
  static final long LEAST_SAMPLES_FOR_P99 = 2_000;

  public Agreement {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * One percentile.
   *
   * @param percentile {@code p50}, {@code p99}
   * @param measuredMillis with the interval of the repeats
   * @param modelMillis of the forecast
   * @param accepted in milliseconds: where the model must lie
   * @param unproven why the measurement proves nothing here; empty when it does
   */
  public record Verdict(
      String percentile,
      Estimate measuredMillis,
      double modelMillis,
      Interval accepted,
      Optional<String> unproven) {
    public Verdict {
      requireNonNull(percentile, "percentile");
      requireNonNull(measuredMillis, "measuredMillis");
      requireNonNull(accepted, "accepted");
      requireNonNull(unproven, "unproven");
    }

    /** Whether the model lies where it must. */
    public boolean agrees() {
      return accepted.contains(modelMillis);
    }
  }

  /** Whether no proven percentile differs. */
  public boolean holds() {
    return verdicts.stream()
        .allMatch(verdict -> verdict.agrees() || verdict.unproven().isPresent());
  }

  /**
   * Judges.
   *
   * @param measured each repeat; at least one sample in all
   * @param forecast the same load, by model
   */
  public static Agreement of(List<LatencyDistribution> measured, LatencyDistribution forecast) {
    Repeats repeats = Repeats.of(measured);
    Repeats model = Repeats.of(List.of(forecast));
    long samples = measured.stream().mapToLong(LatencyDistribution::count).sum();
    Optional<String> tooFew =
        samples >= LEAST_SAMPLES_FOR_P99
            ? Optional.empty()
            : Optional.of(
                samples + " samples, a p99 needs " + LEAST_SAMPLES_FOR_P99 + " to prove anything");
    return new Agreement(
        List.of(
            verdict("p50", repeats.millisAt(50), model.millisAt(50).value(), Optional.empty()),
            verdict("p99", repeats.millisAt(99), model.millisAt(99).value(), tooFew)));
  }

  private static Verdict verdict(
      String name, Estimate measured, double model, Optional<String> unproven) {
    double off = TOLERANCE * measured.value();
    Interval near = new Interval(measured.value() - off, measured.value() + off);
    Interval repeats = measured.interval();
    boolean byRepeats = measured.samples() >= LEAST_REPEATS && repeats.width() > near.width();
    return new Verdict(name, measured, model, byRepeats ? repeats : near, unproven);
  }
}
