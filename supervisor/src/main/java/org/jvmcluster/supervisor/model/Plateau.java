package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.TDistribution;
import org.jvmcluster.supervisor.model.ScalabilityLaw.Point;

/**
 * From how many workers on more of them bring no significant gain. Needs no law: each larger number
 * of workers is compared with the candidate by Welch's test on the repeats, all comparisons
 * together at 95 %.
 */
public final class Plateau {
  /** A scatter can be told from two, and trusted a little from three. */
  public static final int LEAST_REPEATS = 3;

  /** Less is no reason for another worker, and two runs of one load differ by as much. */
  public static final double LEAST_GAIN = 0.03;

  private static final double CONFIDENCE = 0.95;

  private Plateau() {}

  /** What came of it. */
  public sealed interface Outcome permits Found, NotFound {}

  /**
   * A plateau, up to the largest number of workers that was measured.
   *
   * @param workers where it begins
   * @param throughput there, of the repeats
   * @param gain of the best larger number of workers over it, 0.01 is 1 %, and what it may be
   */
  public record Found(double workers, Estimate throughput, Estimate gain) implements Outcome {
    public Found {
      requireNonNull(throughput, "throughput");
      requireNonNull(gain, "gain");
    }
  }

  /**
   * None.
   *
   * @param why a sentence for people, without a full stop
   */
  public record NotFound(String why) implements Outcome {
    public NotFound {
      requireNonNull(why, "why");
    }
  }

  /**
   * Looks for the smallest number of workers that no larger one beats.
   *
   * @param points in any order; those with the same number of workers are repeats
   */
  public static Outcome find(List<Point> points) {
    NavigableMap<Double, double[]> repeats = new TreeMap<>();
    points.stream()
        .collect(
            Collectors.groupingBy(
                Point::workers, Collectors.mapping(Point::throughput, Collectors.toList())))
        .forEach(
            (workers, values) ->
                repeats.put(workers, values.stream().mapToDouble(Double::doubleValue).toArray()));
    if (repeats.size() < 2) {
      return notFound(
          "%d different numbers of workers were measured, and at least 2 are needed",
          repeats.size());
    }
    for (Map.Entry<Double, double[]> entry : repeats.entrySet()) {
      if (entry.getValue().length < LEAST_REPEATS) {
        return notFound(
            "with %s workers it was measured %d times, and %d are needed to know the scatter",
            number(entry.getKey()), entry.getValue().length, LEAST_REPEATS);
      }
      for (double value : entry.getValue()) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
          return notFound("a throughput above 0 is needed, not %s", number(value));
        }
      }
    }
    return search(repeats);
  }

  private static Outcome search(NavigableMap<Double, double[]> repeats) {
    double last = repeats.lastKey();
    for (Map.Entry<Double, double[]> entry : repeats.headMap(last, false).entrySet()) {
      double workers = entry.getKey();
      double[] base = entry.getValue();
      Map<Double, double[]> larger = repeats.tailMap(workers, false);
      Optional<Estimate> best = bestGain(base, larger);
      if (best.isEmpty()) {
        continue;
      }
      Optional<NotFound> unclear = unclear(workers, base, larger);
      return unclear.isPresent()
          ? unclear.get()
          : new Found(workers, Repeats.mean(base), best.get());
    }
    return notFound(
        "throughput still grows with %s workers, the most that were measured", number(last));
  }

  /** The best gain of all; empty when one of them is significant. */
  private static Optional<Estimate> bestGain(double[] base, Map<Double, double[]> larger) {
    Estimate best = null;
    for (double[] values : larger.values()) {
      Estimate gain = gain(base, values, larger.size());
      if (gain.interval().low() > 0 && gain.value() >= LEAST_GAIN) {
        return Optional.empty();
      }
      if (best == null || gain.value() > best.value()) {
        best = gain;
      }
    }
    return Optional.ofNullable(best);
  }

  /** A scatter that hides half of what the workers could bring at best proves no plateau. */
  private static Optional<NotFound> unclear(
      double workers, double[] base, Map<Double, double[]> larger) {
    for (Map.Entry<Double, double[]> entry : larger.entrySet()) {
      double possible = entry.getKey() / workers - 1;
      double most = gain(base, entry.getValue(), larger.size()).interval().high();
      if (most > possible / 2) {
        return Optional.of(
            notFound(
                "the repeats scatter too far: from %s to %s workers up to %.0f %% more is possible,"
                    + " and %.0f %% would be a full gain",
                number(workers), number(entry.getKey()), 100 * most, 100 * possible));
      }
    }
    return Optional.empty();
  }

  /**
   * By how much the second mean is above the first, in shares of the first.
   *
   * @param comparisons that are made at once, each of which may err a little less for it
   */
  private static Estimate gain(double[] base, double[] values, int comparisons) {
    double from = Repeats.mean(base).value();
    double difference = Repeats.mean(values).value() - from;
    double ofBase = Repeats.variance(base) / base.length;
    double ofValues = Repeats.variance(values) / values.length;
    double both = ofBase + ofValues;
    double half = 0;
    if (both > 0) {
      // Welch and Satterthwaite: how many degrees of freedom two different variances leave.
      double freedom =
          both
              * both
              / (ofBase * ofBase / (base.length - 1) + ofValues * ofValues / (values.length - 1));
      half =
          new TDistribution(freedom)
                  .inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2 / comparisons)
              * Math.sqrt(both);
    }
    return new Estimate(
        difference / from,
        new Interval((difference - half) / from, (difference + half) / from),
        values.length);
  }

  private static NotFound notFound(String format, Object... arguments) {
    return new NotFound(String.format(Locale.ROOT, format, arguments));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value).replaceAll("\\.0+$", "");
  }
}
