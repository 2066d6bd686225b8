package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The distributions of the last reports, each with the time it arrived, as long as some window may
 * ask for them. A window is a question, not a store: readers name how far back they look and
 * disturb nobody, so a longer window needs a longer horizon and nothing else, and a reader with a
 * cursor of its own asks for what arrived after it.
 *
 * <p>An interval belongs to a window as a whole, by its arrival: reports come every second and
 * cannot be cut. It is in the window while it is younger than the window is long.
 *
 * <p>Bounded: intervals that arrive less than {@link #SPACING} apart become one. Not safe for
 * several threads.
 */
final class IntervalHistory {
  /**
   * A quarter of the time between two reports: an ordinary worker's are never put together, one
   * that floods costs at most four intervals a second.
   */
  static final Duration SPACING = Duration.ofMillis(250);

  private final long horizonNanos;

  /** By arrival, oldest first, no two closer than {@link #SPACING}. */
  private final List<Interval> intervals = new ArrayList<>();

  IntervalHistory(Duration horizon) {
    this.horizonNanos = horizon.toNanos();
  }

  private record Interval(long arrivedNanos, Map<SeriesKey, RecordedValues> values) {}

  /** Remembers what arrived; in any order of arrival. */
  void add(long arrivedNanos, Map<SeriesKey, RecordedValues> values) {
    if (values.isEmpty()) {
      return;
    }
    int at = intervals.size();
    while (at > 0 && intervals.get(at - 1).arrivedNanos() - arrivedNanos > 0) {
      at--;
    }
    if (at > 0 && isNear(intervals.get(at - 1), arrivedNanos)) {
      intervals.set(at - 1, joined(intervals.get(at - 1), values));
    } else if (at < intervals.size() && isNear(intervals.get(at), arrivedNanos)) {
      intervals.set(at, joined(intervals.get(at), values));
    } else {
      intervals.add(at, new Interval(arrivedNanos, Map.copyOf(values)));
    }
  }

  private static boolean isNear(Interval interval, long arrivedNanos) {
    return Math.abs(interval.arrivedNanos() - arrivedNanos) < SPACING.toNanos();
  }

  private static Interval joined(Interval interval, Map<SeriesKey, RecordedValues> values) {
    Map<SeriesKey, RecordedValues> sums = new HashMap<>(interval.values());
    values.forEach((key, more) -> sums.merge(key, more, RecordedValues::plus));
    return new Interval(interval.arrivedNanos(), Map.copyOf(sums));
  }

  /** Takes over everything {@code other} remembers. */
  void absorb(IntervalHistory other) {
    other.intervals.forEach(interval -> add(interval.arrivedNanos(), interval.values()));
  }

  /** Drops what no window can ask for any more. */
  void forget(long nowNanos) {
    int stale = 0;
    while (stale < intervals.size()
        && nowNanos - intervals.get(stale).arrivedNanos() >= horizonNanos) {
      stale++;
    }
    intervals.subList(0, stale).clear();
  }

  /**
   * Adds every series called {@code name} of the intervals younger than {@code windowNanos}.
   *
   * @param windowNanos at most the horizon
   */
  void addTo(Histogram sum, String name, long nowNanos, long windowNanos) {
    forEachWithin(
        nowNanos,
        windowNanos,
        interval ->
            interval
                .values()
                .forEach(
                    (key, values) -> {
                      if (key.name().equals(name)) {
                        values.addTo(sum);
                      }
                    }));
  }

  private void forEachWithin(long nowNanos, long windowNanos, Consumer<Interval> action) {
    for (int i = intervals.size() - 1; i >= 0; i--) {
      if (nowNanos - intervals.get(i).arrivedNanos() >= windowNanos) {
        return;
      }
      action.accept(intervals.get(i));
    }
  }

  int size() {
    return intervals.size();
  }
}
