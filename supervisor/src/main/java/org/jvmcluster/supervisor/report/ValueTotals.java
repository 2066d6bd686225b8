package org.jvmcluster.supervisor.report;

import org.HdrHistogram.Histogram;

/**
 * The sum of all {@link RecordedValues} of a worker's life. A histogram that reaches a second takes
 * 170 KB, and a worker has some thirty distributions; the few hundred or thousand values that occur
 * in one take 16 bytes each. After the first minutes nearly every value has been seen, so that
 * adding only counts up.
 *
 * <p>Not safe for several threads.
 */
final class ValueTotals implements CountedValues {
  /** Ascending, none twice. */
  private long[] values = new long[0];

  private long[] counts = new long[0];

  void add(RecordedValues added) {
    int[] places = new int[added.size()];
    int place = 0;
    for (int i = 0; i < places.length; i++) {
      while (place < values.length && values[place] < added.value(i)) {
        place++;
      }
      if (place == values.length || values[place] != added.value(i)) {
        merge(added);
        return;
      }
      places[i] = place;
    }
    for (int i = 0; i < places.length; i++) {
      counts[places[i]] += added.count(i);
    }
  }

  private void merge(RecordedValues added) {
    RecordedValues sum = asRecorded().plus(added);
    values = sum.values();
    counts = sum.counts();
  }

  /** Shares the arrays: not to be kept. */
  private RecordedValues asRecorded() {
    return RecordedValues.sharing(values, counts);
  }

  void add(ValueTotals other) {
    add(other.asRecorded());
  }

  @Override
  public void addTo(Histogram sum) {
    asRecorded().addTo(sum);
  }
}
