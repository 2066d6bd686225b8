package org.jvmcluster.runtime.protocol;

import java.util.List;

/**
 * What a worker measured in one interval. Intervals of one worker follow each other without gap or
 * overlap; {@code number} tells whether one got lost.
 *
 * @param number counts from 1 within the life of the worker
 * @param beginNanos start of the interval on the worker's monotonic clock
 * @param endNanos end of the interval, not before {@code beginNanos}
 * @param readings in no particular order; a reader skips names it does not know
 */
public record WorkerReport(long number, long beginNanos, long endNanos, List<Reading> readings) {
  public WorkerReport {
    readings = List.copyOf(readings);
    if (endNanos - beginNanos < 0) {
      throw new IllegalArgumentException(
          "report " + number + " ends " + (beginNanos - endNanos) + " ns before it begins");
    }
  }

  /** Length of the interval in nanoseconds. */
  public long lengthNanos() {
    return endNanos - beginNanos;
  }
}
