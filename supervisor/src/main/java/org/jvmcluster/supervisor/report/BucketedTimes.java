package org.jvmcluster.supervisor.report;

import java.util.Arrays;
import java.util.List;

/**
 * A distribution of durations in fixed buckets, as scraped: buckets that are the same everywhere
 * add up over workers and hosts, which percentiles do not. Immutable.
 */
public final class BucketedTimes {
  /**
   * Upper bounds in nanoseconds, from half a millisecond, below which nobody acts, to a minute,
   * after which every client has gone: about three a decade, and those that limits are set at. The
   * last bucket has none.
   */
  private static final long[] BOUNDS_NANOS = {
    500_000L,
    1_000_000L,
    2_500_000L,
    5_000_000L,
    10_000_000L,
    25_000_000L,
    50_000_000L,
    100_000_000L,
    250_000_000L,
    500_000_000L,
    1_000_000_000L,
    2_500_000_000L,
    5_000_000_000L,
    10_000_000_000L,
    30_000_000_000L,
    60_000_000_000L
  };

  /**
   * A recorded value stands for all that differ from it by less than a thousandth, and is the
   * largest of them: what is exactly a bound is recorded up to so much above it.
   */
  private static final long RESOLUTION = 1000;

  static final BucketedTimes NONE = new BucketedTimes(new long[BOUNDS_NANOS.length + 1], 0);

  private final long[] counts;
  private final double sumNanos;

  private BucketedTimes(long[] counts, double sumNanos) {
    this.counts = counts;
    this.sumNanos = sumNanos;
  }

  /** The upper bounds in seconds, ascending, the last infinite. */
  public static List<Double> boundsSeconds() {
    double[] bounds = Arrays.stream(BOUNDS_NANOS).mapToDouble(nanos -> nanos / 1e9).toArray();
    double[] all = Arrays.copyOf(bounds, bounds.length + 1);
    all[bounds.length] = Double.POSITIVE_INFINITY;
    return Arrays.stream(all).boxed().toList();
  }

  /** Both together. */
  public BucketedTimes plus(BucketedTimes other) {
    long[] sums = counts.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.counts[i];
    }
    return new BucketedTimes(sums, sumNanos + other.sumNanos);
  }

  BucketedTimes plus(RecordedValues values) {
    long[] sums = counts.clone();
    double sum = sumNanos;
    int bucket = 0;
    for (int i = 0; i < values.size(); i++) {
      long value = values.value(i);
      while (bucket < BOUNDS_NANOS.length
          && value > BOUNDS_NANOS[bucket] + BOUNDS_NANOS[bucket] / RESOLUTION) {
        bucket++;
      }
      sums[bucket] += values.count(i);
      sum += (double) value * values.count(i);
    }
    return new BucketedTimes(sums, sum);
  }

  /** How many fell into each bucket, not added up; in the order of {@link #boundsSeconds}. */
  public List<Long> counts() {
    return Arrays.stream(counts).boxed().toList();
  }

  /** All durations added, in seconds. */
  public double sumSeconds() {
    return sumNanos / 1e9;
  }
}
