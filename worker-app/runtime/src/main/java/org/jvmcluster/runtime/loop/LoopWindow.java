package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import org.HdrHistogram.Histogram;

/**
 * One event loop in the interval between two looks of one reader. All figures are of that interval
 * but {@code busyForNanos} and {@code pendingTasks}, which are of its end.
 *
 * @param loop number of the loop within the worker, from 0
 * @param elapsedNanos length of the interval; 0 when two looks fall together
 * @param busyNanos of that, not waiting in the poller: 0 to {@code elapsedNanos}
 * @param busyForNanos how long the loop has been away from the poller; 0 if it waits
 * @param pendingTasks tasks in the loop's queue
 * @param lag how late ticks of 10 ms would have run, in nanoseconds; of a stall that still runs,
 *     the ticks it has delayed so far
 * @param turns lengths of the turns that ended, in nanoseconds
 * @param taskWaits from submit to first instruction of the tasks from outside that began, in
 *     nanoseconds
 */
public record LoopWindow(
    int loop,
    long elapsedNanos,
    long busyNanos,
    long busyForNanos,
    int pendingTasks,
    Histogram lag,
    Histogram turns,
    Histogram taskWaits) {
  public LoopWindow {
    requireNonNull(lag, "lag");
    requireNonNull(turns, "turns");
    requireNonNull(taskWaits, "taskWaits");
    if (busyNanos < 0 || busyNanos > elapsedNanos) {
      throw new IllegalArgumentException(
          "loop " + loop + " busy for " + busyNanos + " of " + elapsedNanos + " ns");
    }
  }

  /** Share of the interval not spent waiting in the poller, 0 to 1; 0 for an empty interval. */
  public double utilization() {
    return elapsedNanos == 0 ? 0 : (double) busyNanos / elapsedNanos;
  }

  /**
   * The longest lag, the running stall too; 0 when the interval was shorter than a tick.
   *
   * @return nanoseconds
   */
  public long lagMaxNanos() {
    return lag.getTotalCount() == 0 ? 0 : lag.getMaxValue();
  }

  /**
   * The lag that 99 % of the ticks did not exceed; 0 when the interval was shorter than a tick.
   *
   * @return nanoseconds
   */
  public long lagP99Nanos() {
    return lag.getTotalCount() == 0 ? 0 : lag.getValueAtPercentile(99);
  }
}
