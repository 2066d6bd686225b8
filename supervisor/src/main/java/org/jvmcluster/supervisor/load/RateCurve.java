package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A rate of requests over the time of a run: pieces on each of which it is constant or grows or
 * falls evenly. Behind the last it stays as it was at its end. Immutable.
 *
 * @param pieces at least one, in order
 */
public record RateCurve(List<Piece> pieces) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Later than any run is long, and far from an overflow when a start is added to it. */
  private static final long NEVER_NANOS = LoadPlan.LONGEST.multipliedBy(1000).toNanos();

  public RateCurve {
    pieces = List.copyOf(pieces);
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("a rate has at least one piece");
    }
  }

  /**
   * A stretch of time.
   *
   * @param length more than zero
   * @param from requests a second at its beginning, 0 or more
   * @param to requests a second at its end, 0 or more; one of the two is more than 0
   */
  public record Piece(Duration length, double from, double to) {
    public Piece {
      requireNonNull(length, "length");
      if (length.isNegative() || length.isZero()) {
        throw new IllegalArgumentException("a piece is longer than zero, not " + length);
      }
      if (!(from >= 0 && to >= 0 && from + to > 0) || Double.isInfinite(from + to)) {
        throw new IllegalArgumentException(
            "a rate is more than 0 requests a second, not " + from + " to " + to);
      }
    }

    private double seconds() {
      return length.toNanos() / NANOS_PER_SECOND;
    }

    /** Requests in it: the mean of both rates, times its length. */
    private double requests() {
      return (from + to) / 2 * seconds();
    }

    /**
     * When so many requests of it are over. The number by t is n = from t + (to - from) t^2 / 2L;
     * solved for t in the form that loses no digits where both rates are nearly the same.
     */
    private double secondsAt(double requests) {
      double slope = (to - from) / seconds();
      double root = Math.sqrt(Math.max(0, from * from + 2 * slope * requests));
      return requests <= 0 ? 0 : 2 * requests / (from + root);
    }
  }

  /**
   * The same rate all the time.
   *
   * @param perSecond more than zero
   */
  public static RateCurve constant(double perSecond) {
    return ramp(perSecond, perSecond, LoadPlan.LONGEST);
  }

  /** From one rate evenly to another over that time. */
  public static RateCurve ramp(double from, double to, Duration time) {
    return new RateCurve(List.of(new Piece(time, from, to)));
  }

  /** One rate after the other, for equal parts of that time. */
  public static RateCurve steps(List<Double> rates, Duration time) {
    List<Piece> pieces = new ArrayList<>();
    for (int step = 0; step < rates.size(); step++) {
      // Both ends are rounded the same way, so that the parts meet and end with the time.
      Duration from = time.multipliedBy(step).dividedBy(rates.size());
      Duration to = time.multipliedBy(step + 1L).dividedBy(rates.size());
      pieces.add(new Piece(to.minus(from), rates.get(step), rates.get(step)));
    }
    return new RateCurve(pieces);
  }

  /**
   * The moment by which so many requests are due: the inverse of the integral of the rate.
   *
   * @param requests 0 or more, fractions too
   * @return nanoseconds from the beginning, never less for more requests; where the rate ends at 0
   *     a thousand hours and more for requests that it never reaches
   */
  long nanosAt(double requests) {
    double left = requests;
    long begunNanos = 0;
    for (Piece piece : pieces) {
      if (left < piece.requests()) {
        return begunNanos + Math.round(piece.secondsAt(left) * NANOS_PER_SECOND);
      }
      left -= piece.requests();
      begunNanos += piece.length().toNanos();
    }
    double lastRate = pieces.get(pieces.size() - 1).to();
    // Behind an end at 0 that is infinite, or no number if there is nothing left to send.
    double beyond = left / lastRate * NANOS_PER_SECOND;
    return begunNanos + (beyond < (double) NEVER_NANOS ? (long) beyond : NEVER_NANOS);
  }
}
