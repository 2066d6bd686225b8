package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How many durations of each length were recorded, ever: one writer, and any number of readers that
 * each keep a {@link Cursor} and never take anything from each other.
 *
 * <p>The buckets are those of an HdrHistogram with the same precision, so turning counts into one
 * loses nothing. It is not itself one because an interval of HdrHistogram's recorders can be taken
 * by one reader only, and because recording here is one add without any atomic operation. Counts
 * only grow, each by itself: what is recorded while a reader looks is in its interval or in its
 * next, never in both or none.
 *
 * <p>The counts take room when the first duration comes: 26 kB at 2 digits, 190 kB at 3.
 */
final class DurationCounts {
  /** One microsecond: below it the reading of the clock is a good part of what is read. */
  static final long LOWEST_NANOS = 1_000;

  /** One hour: nobody waits longer; what takes longer is recorded as one hour. */
  static final long HIGHEST_NANOS = 3_600_000_000_000L;

  /** HdrHistogram's unit for the lowest value: the power of two below it, 512 ns. */
  private static final int UNIT_SHIFT = 63 - Long.numberOfLeadingZeros(LOWEST_NANOS);

  private final int digits;

  /** The buckets of one power of two are 2 to the power of this, less one. */
  private final int precision;

  /** Replaced once, by the writer, when the first duration comes. */
  private volatile @Nullable AtomicLongArray counts;

  /**
   * @param digits significant decimal digits that are kept, 2 or 3
   */
  DurationCounts(int digits) {
    if (digits < 2 || digits > 3) {
      throw new IllegalArgumentException("2 or 3 digits, not " + digits);
    }
    this.digits = digits;
    // Twice ten to the digits, rounded up to a power of two, as HdrHistogram does.
    this.precision = digits == 2 ? 8 : 11;
  }

  /** Counts one duration; by the one writer. What is below 0 counts as 0. */
  void record(long nanos) {
    AtomicLongArray current = counts;
    if (current == null) {
      current = new AtomicLongArray(bucket(HIGHEST_NANOS) + 1);
      counts = current;
    }
    int bucket = bucket(nanos);
    // There is no other writer, so reading and writing need not be one step.
    current.lazySet(bucket, current.getPlain(bucket) + 1);
  }

  private int bucket(long nanos) {
    long units = Math.max(0, Math.min(nanos, HIGHEST_NANOS)) >>> UNIT_SHIFT;
    int doublings = Math.max(0, 64 - Long.numberOfLeadingZeros(units) - precision);
    return (doublings << (precision - 1)) + (int) (units >>> doublings);
  }

  private long lowest(int bucket) {
    int doublings = Math.max(0, (bucket >> (precision - 1)) - 1);
    return (long) (bucket - (doublings << (precision - 1))) << (doublings + UNIT_SHIFT);
  }

  /** A reader; its first interval begins with the first duration ever recorded. */
  Cursor cursor() {
    return new Cursor(this);
  }

  /** A histogram with these buckets. */
  Histogram emptyHistogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, digits);
  }

  /** One reader's place. For one thread at a time. */
  static final class Cursor {
    private final DurationCounts source;
    private long @Nullable [] seen;

    private Cursor(DurationCounts source) {
      this.source = requireNonNull(source, "source");
    }

    /** What was recorded since the last call, empty when nothing was; the caller's own. */
    Histogram take() {
      Histogram interval = source.emptyHistogram();
      AtomicLongArray counts = source.counts;
      if (counts == null) {
        return interval;
      }
      long[] before = seen;
      if (before == null) {
        before = new long[counts.length()];
        seen = before;
      }
      for (int bucket = 0; bucket < before.length; bucket++) {
        long now = counts.getOpaque(bucket);
        long more = now - before[bucket];
        if (more > 0) {
          before[bucket] = now;
          interval.recordValueWithCount(source.lowest(bucket), more);
        }
      }
      return interval;
    }
  }
}
