package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The last reports, each with the time it arrived, as long as some window may ask for them. A
 * window is a question, not a store: readers name how far back they look and disturb nobody.
 *
 * <p>An interval belongs to a window as a whole, by its arrival: reports come every second and
 * cannot be cut. It is in the window while all of it is younger than the window is long.
 *
 * <p>Bounded: intervals that arrive less than {@link #SPACING} apart become one, and what is older
 * than {@link #FINE} is put together to intervals of {@link #COARSE}. A window of a minute thus
 * ends between 55 and 60 seconds ago. Not safe for several threads.
 */
final class IntervalHistory {
  /**
   * A quarter of the time between two reports: an ordinary worker's are never put together, one
   * that floods costs at most four intervals a second.
   */
  static final Duration SPACING = Duration.ofMillis(250);

  /** As far back as the shortest window looks: it is answered to the report. */
  static final Duration FINE = Duration.ofSeconds(10);

  /** A twelfth of a minute. Ten such intervals beside ten fine ones, where sixty would be. */
  static final Duration COARSE = Duration.ofSeconds(5);

  private final long horizonNanos;

  /** By arrival, oldest first, no two closer than {@link #SPACING}. */
  private final List<Interval> intervals = new ArrayList<>();

  IntervalHistory(Duration horizon) {
    this.horizonNanos = horizon.toNanos();
  }

  /** Remembers what arrived; in any order of arrival. */
  void add(Interval added) {
    if (added.isEmpty()) {
      return;
    }
    int at = intervals.size();
    while (at > 0 && intervals.get(at - 1).arrivedNanos() - added.arrivedNanos() > 0) {
      at--;
    }
    if (at > 0 && areNear(intervals.get(at - 1), added)) {
      join(at - 1, added);
    } else if (at < intervals.size() && areNear(intervals.get(at), added)) {
      join(at, added);
    } else {
      intervals.add(at, added);
    }
  }

  private void join(int at, Interval added) {
    Interval there = intervals.get(at);
    intervals.set(at, there.joinedWith(added, there.arrivedNanos()));
  }

  private static boolean areNear(Interval one, Interval other) {
    return Math.abs(one.arrivedNanos() - other.arrivedNanos()) < SPACING.toNanos();
  }

  /** Takes over everything {@code other} remembers. */
  void absorb(IntervalHistory other) {
    other.intervals.forEach(this::add);
  }

  /** Drops what no window can ask for any more, and puts together what only a long one can. */
  void tidy(long nowNanos) {
    int stale = 0;
    while (stale < intervals.size()
        && nowNanos - intervals.get(stale).beganNanos() >= horizonNanos) {
      stale++;
    }
    intervals.subList(0, stale).clear();
    int at = 0;
    while (at + 1 < intervals.size()
        && nowNanos - intervals.get(at + 1).arrivedNanos() >= FINE.toNanos()) {
      Interval older = intervals.get(at);
      Interval newer = intervals.get(at + 1);
      if (newer.arrivedNanos() - older.beganNanos() < COARSE.toNanos()) {
        intervals.set(at, older.joinedWith(newer, newer.arrivedNanos()));
        intervals.remove(at + 1);
      } else {
        at++;
      }
    }
  }

  /**
   * Hands over the intervals younger than {@code windowNanos}.
   *
   * @param windowNanos at most the horizon
   */
  void forEachWithin(long nowNanos, long windowNanos, Consumer<Interval> action) {
    for (int i = intervals.size() - 1; i >= 0; i--) {
      if (nowNanos - intervals.get(i).arrivedNanos() >= windowNanos) {
        return;
      }
      if (nowNanos - intervals.get(i).beganNanos() < windowNanos) {
        action.accept(intervals.get(i));
      }
    }
  }

  int size() {
    return intervals.size();
  }
}
