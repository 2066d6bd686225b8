package org.jvmcluster.runtime.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.Admission.Rule;
import org.jvmcluster.runtime.listen.ShedReason;

/**
 * When a worker counts as overloaded, and which requests it refuses then. Overload begins with the
 * first sign and ends after {@link #CALM} without one, so that neither clients nor load balancers
 * see it flap. While it lasts only those requests are refused that have waited too long: the loop
 * always has fresher ones to serve, so refusing costs no throughput, and what is served is served
 * in time. That is the idea of a bounded sojourn time (Nichols and Jacobson, "Controlling Queue
 * Delay", ACM Queue 2012): a line that never empties is no buffer but a delay for everybody.
 *
 * <p>A loop without a pause for {@link #SATURATED} has such a standing line; from then on a quarter
 * of the allowed wait must do.
 *
 * <p>Pure; for one thread.
 */
final class OverloadRule {
  /** Without a sign of overload for so long it is over, and a load balancer has the worker back. */
  static final Duration CALM = Duration.ofSeconds(15);

  /**
   * The same after an overload that began within a minute of the end of the one before: so it
   * changes at most four times a minute, whatever the load does.
   */
  static final Duration CALM_AGAIN = Duration.ofSeconds(45);

  private static final Duration SOON = Duration.ofMinutes(1);

  /** A burst is over by then; a load that is too much is not. */
  static final Duration SATURATED = Duration.ofSeconds(5);

  /** Above this share of its time a loop has no pause worth the name. */
  static final double NO_PAUSE = 0.95;

  /** Ends at half of the lag it began with, or the edge itself would make it flap. */
  private static final int HYSTERESIS = 2;

  private final long shedAfterNanos;
  private final int mostInFlight;
  private boolean overloaded;
  private Duration calm = CALM;
  private long lastSignNanos;

  /** When the last overload was over; null before the first. */
  private @Nullable Long endedNanos;

  private long turnedAway;
  private @Nullable Long busySinceNanos;

  /**
   * @param shedAfter how long a request may wait
   * @param mostInFlight requests in flight above which each further one is refused
   */
  OverloadRule(Duration shedAfter, int mostInFlight) {
    this.shedAfterNanos = shedAfter.toNanos();
    this.mostInFlight = mostInFlight;
  }

  /**
   * Decides anew.
   *
   * @param nowNanos on a monotonic clock
   * @return the rule to enforce; null when nothing is to be refused
   */
  @Nullable Rule decide(long nowNanos, Strain strain) {
    boolean isSaturated = isSaturated(nowNanos, strain);
    if (isSign(strain, isSaturated)) {
      if (!overloaded) {
        begin(nowNanos);
      }
      lastSignNanos = nowNanos;
    } else if (overloaded && nowNanos - lastSignNanos >= calm.toNanos()) {
      overloaded = false;
      endedNanos = nowNanos;
    }
    turnedAway = strain.turnedAway();
    if (!overloaded) {
      return null;
    }
    return isSaturated
        ? new Rule(
            ShedReason.UTILIZATION,
            Math.max(1, shedAfterNanos / Admission.STANDING_SHARE),
            mostInFlight)
        : new Rule(ShedReason.LAG, shedAfterNanos, mostInFlight);
  }

  private void begin(long nowNanos) {
    overloaded = true;
    boolean isAgain = endedNanos != null && nowNanos - endedNanos < SOON.toNanos();
    calm = isAgain ? CALM_AGAIN : CALM;
  }

  private boolean isSaturated(long nowNanos, Strain strain) {
    if (strain.utilization() < NO_PAUSE) {
      busySinceNanos = null;
      return false;
    }
    Long since = busySinceNanos;
    if (since == null) {
      busySinceNanos = nowNanos;
      return false;
    }
    return nowNanos - since >= SATURATED.toNanos();
  }

  private boolean isSign(Strain strain, boolean isSaturated) {
    long lagLimit = isSaturated ? shedAfterNanos / Admission.STANDING_SHARE : shedAfterNanos;
    int inFlightLimit = mostInFlight;
    if (overloaded) {
      lagLimit /= HYSTERESIS;
      inFlightLimit -= mostInFlight / (2 * HYSTERESIS);
    }
    return strain.lagNanos() >= lagLimit
        || strain.inFlight() >= inFlightLimit
        || strain.turnedAway() > turnedAway;
  }
}
