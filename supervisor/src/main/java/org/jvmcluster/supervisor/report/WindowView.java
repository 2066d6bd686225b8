package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * The readings of one worker, or of many added up, over one window: what figures are read off.
 * Everything that a view answers is of the same window; gauges are of the last reports.
 *
 * <p>Lives as long as an answer is made, under the lock of the {@link ReadingStore}.
 *
 * @param of whose readings are added up
 * @param covered the window's length, or the age of what is measured where that is less
 * @param scratch where histograms are added up, one after the other
 */
record WindowView(
    List<WorkerReadings> of, Window window, long nowNanos, Duration covered, Histogram scratch) {
  WindowView {
    of = List.copyOf(of);
  }

  /** Of all distributions that fit, added up. */
  LatencyFigures times(Predicate<SeriesKey> which) {
    scratch.reset();
    of.forEach(
        readings ->
            readings.forEachTimes(
                window,
                nowNanos,
                (key, values) -> {
                  if (which.test(key)) {
                    values.addTo(scratch);
                  }
                }));
    return LatencyFigures.of(scratch, covered);
  }

  LatencyFigures times(String name) {
    return times(key -> key.isCalled(name));
  }

  /** Whether a distribution of that name was ever reported, also an empty one. */
  boolean hasDistribution(String name) {
    return of.stream()
        .anyMatch(
            readings -> readings.distributions().stream().anyMatch(key -> key.isCalled(name)));
  }

  /** By how much all counters that fit grew; empty when no report of the window had one. */
  OptionalLong growth(Predicate<SeriesKey> which) {
    Sum sum = new Sum();
    of.forEach(
        readings ->
            readings.forEachGrowth(
                window,
                nowNanos,
                (key, growth) -> {
                  if (which.test(key)) {
                    sum.add(growth);
                  }
                }));
    return sum.value();
  }

  OptionalLong growth(String name) {
    return growth(key -> key.isCalled(name));
  }

  /** Growth of the counters called {@code name}, by the value of a label. */
  Map<String, Long> growthBy(String name, String label) {
    Map<String, Long> byLabel = new TreeMap<>();
    of.forEach(
        readings ->
            readings.forEachGrowth(
                window,
                nowNanos,
                (key, growth) -> {
                  String value = key.label(label);
                  if (key.isCalled(name) && value != null) {
                    byLabel.merge(value, growth, Long::sum);
                  }
                }));
    return byLabel;
  }

  /** The largest utilization of a report, by loop. */
  Map<String, Double> busiest() {
    Map<String, Double> byLoop = new HashMap<>();
    of.forEach(
        readings ->
            readings.forEachBusiest(
                window,
                nowNanos,
                (loop, utilization) -> byLoop.merge(loop, utilization, Math::max)));
    return byLoop;
  }

  /** Since the start, whatever the window. */
  OptionalLong total(String name) {
    Sum sum = new Sum();
    of.forEach(
        readings ->
            readings
                .counters()
                .forEach(
                    (key, total) -> {
                      if (key.isCalled(name)) {
                        sum.add(total);
                      }
                    }));
    return sum.value();
  }

  /** The values of a gauge in the last reports, whatever their labels. */
  DoubleStream gauges(String name) {
    return of.stream()
        .flatMap(readings -> readings.gauges().entrySet().stream())
        .filter(gauge -> gauge.getKey().isCalled(name))
        .mapToDouble(Map.Entry::getValue);
  }

  /** Their sum, each rounded; empty when there was none. */
  OptionalLong wholeGauge(String name) {
    return gauges(name).mapToLong(Math::round).reduce(Long::sum);
  }

  /** The gauge of one series. */
  OptionalDouble gauge(String name, String label, String value) {
    SeriesKey key = new SeriesKey(name, Map.of(label, value));
    return of.stream()
        .filter(readings -> readings.gauges().containsKey(key))
        .mapToDouble(readings -> readings.gauges().get(key))
        .reduce(Double::sum);
  }

  /** Every value that a label has had in series of one of these names, in any window. */
  SortedSet<String> labels(String label, List<String> names) {
    SortedSet<String> values = new TreeSet<>();
    for (WorkerReadings readings : of) {
      addLabels(readings.distributions(), label, names, values);
      addLabels(readings.counters().keySet(), label, names, values);
      addLabels(readings.gauges().keySet(), label, names, values);
    }
    return values;
  }

  private static void addLabels(
      Iterable<SeriesKey> keys, String label, List<String> names, SortedSet<String> values) {
    for (SeriesKey key : keys) {
      String value = key.label(label);
      if (value != null && names.contains(key.name())) {
        values.add(value);
      }
    }
  }

  /** Adds up, and knows whether there was anything. */
  private static final class Sum {
    private boolean isEmpty = true;
    private long sum;

    void add(long more) {
      isEmpty = false;
      sum += more;
    }

    OptionalLong value() {
      return isEmpty ? OptionalLong.empty() : OptionalLong.of(sum);
    }
  }
}
