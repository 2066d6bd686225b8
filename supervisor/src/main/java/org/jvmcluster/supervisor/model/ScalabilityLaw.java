package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;

/**
 * Gunther's Universal Scalability Law, fitted to measured throughputs: {@code X(N) = lambda N / (1
 * + sigma (N - 1) + kappa N (N - 1))}. {@code lambda} is what one worker does alone, {@code sigma}
 * the share of the work for which they queue, {@code kappa} what each pair costs to stay in
 * agreement. Example: lambda 100/s, sigma 0.05, kappa 0.01 gives 8 workers 800 / (1 + 0.35 + 0.56)
 * = 419/s.
 *
 * <p>Fitted to the mean at each number of workers, so that repeats of one point, which share what
 * the law gets wrong there, do not count as independent. The intervals are those of a bootstrap
 * over the residuals: each drawn set of residuals gives another curve. The residuals are widened as
 * Student's distribution is, because so few points show less scatter than there is.
 */
public final class ScalabilityLaw {
  /** Three parameters and as many points again that could contradict them. */
  public static final int LEAST_DIFFERENT_WORKERS = 6;

  /**
   * A curve that is further off on average cannot tell eight workers from nine, which is a step of
   * an eighth without any loss.
   */
  public static final double LARGEST_ERROR = 0.05;

  /** A curve that misses any point by more is of another shape than the points. */
  public static final double LARGEST_MISS = 0.15;

  private static final int PARAMETERS = 3;
  private static final double CONFIDENCE = 0.95;
  private static final int DRAWS = 500;
  private static final int SEED = 19970613;

  /** A peak further out than this many times the measured range is a guess. */
  private static final double LARGEST_REACH = 2;

  private ScalabilityLaw() {}

  /**
   * One measured point; several with the same number of workers are repeats.
   *
   * @param workers at least 1
   * @param throughput requests a second, or any other rate
   */
  public record Point(double workers, double throughput) {}

  /** What came of it. */
  public sealed interface Outcome permits Fitted, NotFitted {}

  /**
   * No law.
   *
   * @param why a sentence for people, without a full stop
   */
  public record NotFitted(String why) implements Outcome {
    public NotFitted {
      requireNonNull(why, "why");
    }
  }

  /**
   * Fits the law; the same points give the same result.
   *
   * @param points in any order, with or without repeats
   */
  public static Outcome fit(List<Point> points) {
    for (Point point : points) {
      if (!(point.workers() >= 1 && point.throughput() > 0)
          || Double.isInfinite(point.workers())
          || Double.isInfinite(point.throughput())) {
        return notFitted(
            "a point says %s/s with %s workers; throughputs above 0 and 1 worker or more are needed",
            number(point.throughput()), number(point.workers()));
      }
    }
    Map<Double, Double> means =
        points.stream()
            .collect(
                Collectors.groupingBy(
                    Point::workers, TreeMap::new, Collectors.averagingDouble(Point::throughput)));
    if (means.size() < LEAST_DIFFERENT_WORKERS) {
      return notFitted(
          "%d different numbers of workers were measured, and %d are needed to fit three"
              + " parameters and to see whether they fit",
          means.size(), LEAST_DIFFERENT_WORKERS);
    }
    double[] workers = means.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    double[] throughputs = means.values().stream().mapToDouble(Double::doubleValue).toArray();
    CurveFit fit = new CurveFit(workers);
    return fit.through(throughputs)
        .map(curve -> judged(curve, fit, workers, throughputs))
        .orElseGet(() -> notFitted("the least squares have no solution with these points"));
  }

  private static Outcome judged(Curve curve, CurveFit fit, double[] workers, double[] throughputs) {
    double[] misses = new double[workers.length];
    Arrays.setAll(misses, i -> throughputs[i] / curve.at(workers[i]) - 1);
    double error = Math.sqrt(Arrays.stream(misses).map(miss -> miss * miss).sum() / misses.length);
    int worst = 0;
    for (int i = 1; i < misses.length; i++) {
      worst = Math.abs(misses[i]) > Math.abs(misses[worst]) ? i : worst;
    }
    if (error > LARGEST_ERROR || Math.abs(misses[worst]) > LARGEST_MISS) {
      return notFitted(
          "the law misses the points by %s on average and by %s with %s workers; up to %s and %s"
              + " would be a fit, a larger error hides what one worker more or less does",
          percent(error),
          percent(Math.abs(misses[worst])),
          number(workers[worst]),
          percent(LARGEST_ERROR),
          percent(LARGEST_MISS));
    }
    List<Curve> draws = draws(curve, misses, fit, workers);
    if (draws.size() < DRAWS) {
      return notFitted(
          "%d of %d resampled sets of points have no least squares, so the intervals are unknown",
          DRAWS - draws.size(), DRAWS);
    }
    Fitted fitted = new Fitted(curve, draws, error, workers);
    return fitted.tooWide().<Outcome>map(NotFitted::new).orElse(fitted);
  }

  private static List<Curve> draws(Curve curve, double[] misses, CurveFit fit, double[] workers) {
    int freedom = misses.length - PARAMETERS;
    double upper = (1 + CONFIDENCE) / 2;
    double widening =
        Math.sqrt((double) misses.length / freedom)
            * new TDistribution(freedom).inverseCumulativeProbability(upper)
            / new NormalDistribution().inverseCumulativeProbability(upper);
    double middle = Arrays.stream(misses).average().orElseThrow();
    RandomGenerator random = new Well19937c(SEED);
    List<Curve> draws = new ArrayList<>(DRAWS);
    for (int draw = 0; draw < DRAWS; draw++) {
      double[] again = new double[workers.length];
      for (int i = 0; i < again.length; i++) {
        double miss = widening * (misses[random.nextInt(misses.length)] - middle);
        // A throughput stays above 0, whatever the residuals add up to.
        again[i] = curve.at(workers[i]) * Math.max(1 + miss, 1e-3);
      }
      fit.through(again).ifPresent(draws::add);
    }
    return draws;
  }

  /** A law that fits, with what it may as well be: all intervals are of 95 %. */
  public static final class Fitted implements Outcome {
    private final Curve curve;
    private final List<Curve> draws;
    private final double relativeError;
    private final int points;
    private final double largest;

    private Fitted(Curve curve, List<Curve> draws, double relativeError, double[] workers) {
      this.curve = curve;
      this.draws = List.copyOf(draws);
      this.relativeError = relativeError;
      this.points = workers.length;
      this.largest = workers[workers.length - 1];
    }

    /** Throughput of one worker, in the unit of the points. */
    public Estimate lambda() {
      return estimate(Curve::lambda);
    }

    /** Contention: 0 is none, with 1 a second worker brings nothing. */
    public Estimate sigma() {
      return estimate(Curve::sigma);
    }

    /** Coherency: 0 is none; above, there is a number of workers beyond which throughput falls. */
    public Estimate kappa() {
      return estimate(Curve::kappa);
    }

    /** Root mean square of how far the points are off the curve, 0.02 is 2 %. */
    public double relativeError() {
      return relativeError;
    }

    /** The largest number of workers that was measured; beyond, all is model. */
    public double measuredUpTo() {
      return largest;
    }

    /**
     * The number of workers with the highest throughput, by the law and not by measurement. Only
     * when the whole interval lies within twice the measured range.
     *
     * @return empty when there is none, or where it lies would be a guess
     */
    public Optional<Estimate> peakWorkers() {
      Estimate peak = estimate(Curve::peak);
      return peak.interval().high() <= LARGEST_REACH * largest
          ? Optional.of(peak)
          : Optional.empty();
    }

    /**
     * By the law.
     *
     * @param workers at least 1
     */
    public double throughputAt(double workers) {
      return curve.at(atLeastOne(workers));
    }

    /** Where the curve lies at that number of workers. */
    public Interval intervalAt(double workers) {
      double n = atLeastOne(workers);
      return interval(draw -> draw.at(n));
    }

    private static double atLeastOne(double workers) {
      if (!(workers >= 1)) {
        throw new IllegalArgumentException("the law begins at 1 worker, not at " + workers);
      }
      return workers;
    }

    private Estimate estimate(ToDoubleFunction<Curve> figure) {
      return new Estimate(figure.applyAsDouble(curve), interval(figure), points);
    }

    private Interval interval(ToDoubleFunction<Curve> figure) {
      double[] sorted = draws.stream().mapToDouble(figure).sorted().toArray();
      int cut = (int) Math.round((1 - CONFIDENCE) / 2 * sorted.length);
      return new Interval(sorted[cut], sorted[sorted.length - 1 - cut]);
    }

    /**
     * Each parameter is asked what its interval means where it matters most, at the most workers:
     * when it alone may double or undo all the loss that the law sees there, it says nothing.
     */
    private Optional<String> tooWide() {
      double whole = curve.loss(largest);
      double steps = largest - 1;
      if (lambda().interval().width() > curve.lambda()) {
        return Optional.of(wide("lambda", lambda()));
      }
      if (sigma().interval().width() * steps > whole) {
        return Optional.of(wide("sigma", sigma()));
      }
      if (kappa().interval().width() * largest * steps > whole) {
        return Optional.of(wide("kappa", kappa()));
      }
      return Optional.empty();
    }

    private static String wide(String name, Estimate estimate) {
      return String.format(
          Locale.ROOT,
          "%s lies anywhere between %s and %s, so wide that the law says nothing; more repeats, more"
              + " numbers of workers or a quieter machine would narrow it",
          name,
          number(estimate.interval().low()),
          number(estimate.interval().high()));
    }
  }

  private static NotFitted notFitted(String format, Object... arguments) {
    return new NotFitted(String.format(Locale.ROOT, format, arguments));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value).replaceAll("\\.0+$", "");
  }
}
