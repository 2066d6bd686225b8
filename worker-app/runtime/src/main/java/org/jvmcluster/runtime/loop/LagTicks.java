package org.jvmcluster.runtime.loop;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Reckons how late a tick every 10 ms would have run on a loop, from the lengths of its turns. No
 * timer runs: one that a loop arms itself gives one sample for a stall of any length, and costs an
 * idle worker 1 % of a core.
 *
 * <p>A turn of {@code L >= 10 ms} has delayed {@code n = L / 10 ms} ticks (rounded down), by {@code
 * L, L - 10 ms, ... L - (n - 1) 10 ms}. Example: 700 ms are 70 ticks of 700, 690, ... 10 ms. All
 * other time had its ticks too: in shorter turns they came half a turn late on average, in the
 * poller they were on time. So an interval of {@code T} has {@code T / 10 ms} ticks, whatever
 * happened in it; what is left over is carried on.
 *
 * <p>A stall that still runs shows the ticks it has delayed so far. When it is longer the next
 * time, only the ticks above those are added, which makes the sum over all intervals the same as if
 * it had been looked at once: after 1 s 1000, 990, ... 10 ms; after 2 s, in the next interval,
 * 2000, 1990, ... 1010 ms.
 *
 * <p>A stall is taken for as long as the longest in its bucket, 0.8 % more than it was at most.
 *
 * <p>For one reader of one loop, by one thread at a time.
 */
final class LagTicks {
  /** The distance of the ticks. */
  static final long TICK_NANOS = TurnMeter.LATE_NANOS;

  /** Time of the loop that has not been made into ticks; below 0 if more was than has passed. */
  private long untoldNanos;

  /** Time in short turns that has not been made into ticks; less than one tick. */
  private long shortNanos;

  /** Ticks that were told of a turn before it ended. */
  private long toldTicks;

  /** The turn of those ticks, and how long it was then. */
  private long toldTurn;

  private long toldLength;

  /** The interval that is being reckoned. */
  private Histogram lag = new Histogram(1);

  /**
   * Reckons one interval.
   *
   * @param elapsedNanos its length
   * @param turns the turns that have ended since the last call, read before {@code now}
   * @param now the loop at the end of the interval
   * @param into takes the ticks
   */
  void reckon(long elapsedNanos, Histogram turns, TurnMeter.Instant now, Histogram into) {
    lag = into;
    untoldNanos += elapsedNanos;
    for (HistogramIterationValue turn : turns.recordedValues()) {
      long highest = Math.min(turn.getValueIteratedTo(), DurationCounts.HIGHEST_NANOS);
      ended(
          turns.lowestEquivalentValue(highest),
          highest,
          turn.getCountAddedInThisIterationStep(),
          now);
    }
    running(now);
    if (untoldNanos >= TICK_NANOS) {
      lag.recordValueWithCount(0, untoldNanos / TICK_NANOS);
      untoldNanos %= TICK_NANOS;
    }
  }

  private void ended(long lowest, long highest, long count, TurnMeter.Instant now) {
    if (highest < TICK_NANOS) {
      shortTurns(lowest + (highest - lowest) / 2, count);
      return;
    }
    long untouched = count;
    if (toldTicks > 0 && now.turnBeganNanos() != toldTurn && highest >= toldLength) {
      // One of these may be taken for the turn of which ticks were told, whichever it is: of two
      // stalls that are long enough, the ticks that are left to tell are the same.
      stall(highest, toldTicks);
      toldTicks = 0;
      untouched--;
    }
    for (long i = 0; i < untouched; i++) {
      stall(highest, 0);
    }
  }

  private void shortTurns(long length, long count) {
    shortNanos += length * count;
    long ticks = shortNanos / TICK_NANOS;
    if (ticks > 0) {
      shortNanos %= TICK_NANOS;
      tell(length / 2, ticks);
    }
  }

  private void running(TurnMeter.Instant now) {
    long length = Math.min(now.busyForNanos(), DurationCounts.HIGHEST_NANOS);
    if (length < TICK_NANOS || (toldTicks > 0 && now.turnBeganNanos() != toldTurn)) {
      // In the second case the end of another stall is not in the counts yet: this one waits.
      return;
    }
    stall(length, toldTicks);
    toldTicks = length / TICK_NANOS;
    toldTurn = now.turnBeganNanos();
    toldLength = length;
  }

  /** Tells the ticks of a stall but for the shortest, which were told before. */
  private void stall(long length, long alreadyTold) {
    long ticks = length / TICK_NANOS - alreadyTold;
    for (long i = 0; i < ticks; i++) {
      tell(length - i * TICK_NANOS, 1);
    }
  }

  private void tell(long nanos, long ticks) {
    lag.recordValueWithCount(nanos, ticks);
    untoldNanos -= ticks * TICK_NANOS;
  }
}
