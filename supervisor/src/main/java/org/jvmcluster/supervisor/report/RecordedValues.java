package org.jvmcluster.supervisor.report;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The values of a histogram that occurred, and how often each: all a histogram holds, without its
 * empty buckets. A histogram from 1 ns to an hour has some 34,000 buckets (270 KB), a second of
 * traffic fills a few hundred of them; a window keeps many such seconds for every worker.
 *
 * <p>Nothing is lost: a value stands for its bucket, and adding it to another histogram of the same
 * or a finer resolution counts it in the bucket where the original sample would have been counted.
 * Immutable.
 */
final class RecordedValues implements CountedValues {
  /** Ascending, none twice. */
  private final long[] values;

  private final long[] counts;

  private RecordedValues(long[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
  }

  /** Of two arrays as described above, which it takes over. */
  static RecordedValues sharing(long[] values, long[] counts) {
    return new RecordedValues(values, counts);
  }

  /** What {@code histogram} holds now. */
  static RecordedValues of(Histogram histogram) {
    long[] values = new long[64];
    long[] counts = new long[64];
    int used = 0;
    for (HistogramIterationValue bucket : histogram.recordedValues()) {
      if (used == values.length) {
        values = Arrays.copyOf(values, used * 2);
        counts = Arrays.copyOf(counts, used * 2);
      }
      values[used] = bucket.getValueIteratedTo();
      counts[used] = bucket.getCountAtValueIteratedTo();
      used++;
    }
    return new RecordedValues(Arrays.copyOf(values, used), Arrays.copyOf(counts, used));
  }

  @Override
  public void addTo(Histogram sum) {
    for (int i = 0; i < values.length; i++) {
      sum.recordValueWithCount(values[i], counts[i]);
    }
  }

  /** Both together. */
  RecordedValues plus(RecordedValues other) {
    long[] mergedValues = new long[values.length + other.values.length];
    long[] mergedCounts = new long[mergedValues.length];
    int own = 0;
    int others = 0;
    int used = 0;
    // Both ascend, so one pass over the two is enough.
    while (own < values.length || others < other.values.length) {
      boolean takesOwn =
          others == other.values.length
              || (own < values.length && values[own] <= other.values[others]);
      boolean takesOther =
          own == values.length
              || (others < other.values.length && other.values[others] <= values[own]);
      mergedValues[used] = takesOwn ? values[own] : other.values[others];
      mergedCounts[used] = (takesOwn ? counts[own] : 0) + (takesOther ? other.counts[others] : 0);
      own += takesOwn ? 1 : 0;
      others += takesOther ? 1 : 0;
      used++;
    }
    return new RecordedValues(Arrays.copyOf(mergedValues, used), Arrays.copyOf(mergedCounts, used));
  }

  /** How many different values there are. */
  int size() {
    return values.length;
  }

  /** The value at a place, ascending from 0. */
  long value(int place) {
    return values[place];
  }

  /** How often that value occurred. */
  long count(int place) {
    return counts[place];
  }

  /** All values, ascending; a copy. */
  long[] values() {
    return values.clone();
  }

  /** Their counts; a copy. */
  long[] counts() {
    return counts.clone();
  }

  boolean isEmpty() {
    return values.length == 0;
  }
}
