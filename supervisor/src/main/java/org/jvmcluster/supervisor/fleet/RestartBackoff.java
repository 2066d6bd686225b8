package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long to wait before a dying worker is started again: {@code first} after the first death,
 * then {@code base}, doubling, up to {@code cap}; each but a zero delay varied by +-{@link
 * #JITTER}, so that workers that died together do not come back together.
 *
 * <p>Worked example with 0s,1s..30s: 0, 1, 2, 4, 8, 16, 30, 30 ... seconds, each +-20 %.
 *
 * @param first after the first death; usually zero
 * @param base after the second
 * @param cap never more than this, before jitter
 */
public record RestartBackoff(Duration first, Duration base, Duration cap) {
  /** Share by which a delay varies: 0.2 is +-20 %. */
  public static final double JITTER = 0.2;

  /** A worker that was ready for so long has recovered: its next death counts as the first. */
  public static final Duration RESET_AFTER_READY = Duration.ofSeconds(60);

  public RestartBackoff {
    requireNonNull(first, "first");
    requireNonNull(base, "base");
    requireNonNull(cap, "cap");
    if (first.isNegative() || base.isNegative() || base.isZero() || cap.compareTo(base) < 0) {
      throw new IllegalArgumentException(
          "a backoff needs 0 <= first, 0 < base <= cap, not " + first + "," + base + ".." + cap);
    }
  }

  /**
   * The delay before the next start.
   *
   * @param deaths in a row, from 1
   * @param unit a random number in 0.0 (inclusive) to 1.0 (exclusive)
   */
  public Duration delay(int deaths, double unit) {
    if (deaths < 1) {
      throw new IllegalArgumentException("deaths counts from 1, not " + deaths);
    }
    if (deaths == 1 && first.isZero()) {
      return Duration.ZERO;
    }
    double nanos =
        deaths == 1 ? (double) first.toNanos() : base.toNanos() * Math.pow(2, deaths - 2);
    double capped = Math.min(nanos, (double) cap.toNanos());
    return Duration.ofNanos((long) (capped * (1 - JITTER + 2 * JITTER * unit)));
  }
}
