package org.jvmcluster.supervisor.report;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * What one report, or several that follow each other, added. Immutable.
 *
 * @param beganNanos arrival of its first report
 * @param arrivedNanos arrival of the report it is filed under, not before the first
 * @param times what occurred, by series
 * @param growth of the counters that were reported, by series; also where it is 0
 * @param busiest by number of the loop: the largest utilization that one of its reports shows
 */
record Interval(
    long beganNanos,
    long arrivedNanos,
    Map<SeriesKey, RecordedValues> times,
    Map<SeriesKey, Long> growth,
    Map<String, Double> busiest) {
  Interval {
    times = Map.copyOf(times);
    growth = Map.copyOf(growth);
    busiest = Map.copyOf(busiest);
  }

  boolean isEmpty() {
    return times.isEmpty() && growth.isEmpty();
  }

  /** Both as one, filed under {@code underNanos}. */
  Interval joinedWith(Interval other, long underNanos) {
    long began = other.beganNanos - beganNanos < 0 ? other.beganNanos : beganNanos;
    return new Interval(
        began,
        underNanos,
        sums(times, other.times, RecordedValues::plus),
        sums(growth, other.growth, Long::sum),
        sums(busiest, other.busiest, Math::max));
  }

  private static <K, V> Map<K, V> sums(Map<K, V> one, Map<K, V> other, BinaryOperator<V> sum) {
    Map<K, V> sums = new HashMap<>(one);
    other.forEach((key, value) -> sums.merge(key, value, sum));
    return sums;
  }
}
