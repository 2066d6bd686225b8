package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.WorkerReport;

/**
 * What one worker has measured: distributions and counters since its start and for the last
 * intervals, the latest gauges. Also what the workers that are gone have measured together: they
 * are absorbed into one.
 *
 * <p>Bounded: at most {@link #MAX_DISTRIBUTIONS} distributions and {@link #MAX_FIGURES} counters
 * and gauges each, whatever a worker sends. Not safe for several threads.
 */
final class WorkerReadings {
  /**
   * Four times what a worker with every figure of this project sends. A label with a value for
   * every request would otherwise fill the supervisor's memory; what is over is dropped and said.
   */
  static final int MAX_DISTRIBUTIONS = 256;

  /**
   * Of counters, and of gauges: a worker may have 256 event loops with four counters each, and a
   * hundred others.
   */
  static final int MAX_FIGURES = 2048;

  /**
   * Reports come every second. A shorter one, such as the last before an exit, would show a turn of
   * a few milliseconds as a second of full load.
   */
  private static final long SHORTEST_SECOND_NANOS = Duration.ofMillis(500).toNanos();

  private final Map<SeriesKey, ValueTotals> totals = new HashMap<>();
  private final IntervalHistory recent;
  private final Map<SeriesKey, Long> counters = new HashMap<>();
  private final Map<String, Double> busiest = new HashMap<>();
  private Map<SeriesKey, Double> gauges = Map.of();
  private final Set<SeriesKey> overLimit = new HashSet<>();

  WorkerReadings(Duration horizon) {
    this.recent = new IntervalHistory(horizon);
  }

  /**
   * Counts in one report that arrived at {@code nowNanos}.
   *
   * @return what it added
   */
  Interval add(WorkerReport report, long nowNanos) {
    Map<SeriesKey, RecordedValues> times = new HashMap<>();
    Map<SeriesKey, Long> growth = new HashMap<>();
    Map<SeriesKey, Double> latest = new HashMap<>();
    for (Reading reading : report.readings()) {
      SeriesKey key = SeriesKey.of(reading);
      // A chain, since Java 17 has no switch over sealed types; an unknown kind cannot be decoded.
      if (reading instanceof Reading.Distribution distribution) {
        if (hasRoom(totals, key, MAX_DISTRIBUTIONS)) {
          RecordedValues values = RecordedValues.of(distribution.histogram());
          total(key).add(values);
          if (!values.isEmpty()) {
            times.merge(key, values, RecordedValues::plus);
          }
        }
      } else if (reading instanceof Reading.Counter counter) {
        if (hasRoom(counters, key, MAX_FIGURES)) {
          long before = counters.getOrDefault(key, 0L);
          counters.put(key, Math.max(before, counter.total()));
          growth.put(key, Math.max(0, counter.total() - before));
        }
      } else if (reading instanceof Reading.Gauge gauge && hasRoom(latest, key, MAX_FIGURES)) {
        latest.put(key, gauge.value());
      }
    }
    gauges = Map.copyOf(latest);
    Interval added = new Interval(nowNanos, nowNanos, times, growth, utilizations(growth));
    added.busiest().forEach((loop, utilization) -> busiest.merge(loop, utilization, Math::max));
    recent.add(added);
    recent.tidy(nowNanos);
    return added;
  }

  private static Map<String, Double> utilizations(Map<SeriesKey, Long> growth) {
    Map<String, Double> byLoop = new HashMap<>();
    growth.forEach(
        (key, elapsed) -> {
          String loop = key.label(SeriesKey.LOOP);
          Long busy = growth.get(new SeriesKey(ReadingNames.LOOP_BUSY_NANOS, key.labels()));
          if (key.isCalled(ReadingNames.LOOP_ELAPSED_NANOS)
              && loop != null
              && busy != null
              && elapsed >= SHORTEST_SECOND_NANOS) {
            byLoop.put(loop, Math.min(1, (double) busy / elapsed));
          }
        });
    return byLoop;
  }

  private boolean hasRoom(Map<SeriesKey, ?> series, SeriesKey key, int most) {
    if (series.containsKey(key) || series.size() < most) {
      return true;
    }
    if (overLimit.size() < MAX_DISTRIBUTIONS) {
      overLimit.add(key);
    }
    return false;
  }

  private ValueTotals total(SeriesKey key) {
    return totals.computeIfAbsent(key, any -> new ValueTotals());
  }

  /** The worker is gone: what it had open or waiting ended with it. */
  void endGauges() {
    gauges = Map.of();
  }

  /** Takes over everything that the worker behind {@code gone} has counted. Its gauges end. */
  void absorb(WorkerReadings gone) {
    gone.totals.forEach(
        (key, sum) -> {
          if (hasRoom(totals, key, MAX_DISTRIBUTIONS)) {
            total(key).add(sum);
          }
        });
    gone.counters.forEach(
        (key, count) -> {
          if (hasRoom(counters, key, MAX_FIGURES)) {
            counters.merge(key, count, Long::sum);
          }
        });
    gone.busiest.forEach((loop, utilization) -> busiest.merge(loop, utilization, Math::max));
    recent.absorb(gone.recent);
  }

  /** Hands over what occurred within a window, in parts: a series may come more than once. */
  void forEachTimes(Window window, long nowNanos, BiConsumer<SeriesKey, CountedValues> action) {
    if (window.length().isPresent()) {
      recent.forEachWithin(
          nowNanos,
          window.length().orElseThrow().toNanos(),
          interval -> interval.times().forEach(action));
    } else {
      totals.forEach(action);
    }
  }

  /** Hands over by how much counters grew within a window, in parts likewise. */
  void forEachGrowth(Window window, long nowNanos, ObjLongConsumer<SeriesKey> action) {
    if (window.length().isPresent()) {
      recent.forEachWithin(
          nowNanos,
          window.length().orElseThrow().toNanos(),
          interval -> interval.growth().forEach(action::accept));
    } else {
      counters.forEach(action::accept);
    }
  }

  /** Hands over the largest utilization of a report of each loop, in parts likewise. */
  void forEachBusiest(Window window, long nowNanos, BiConsumer<String, Double> action) {
    if (window.length().isPresent()) {
      recent.forEachWithin(
          nowNanos,
          window.length().orElseThrow().toNanos(),
          interval -> interval.busiest().forEach(action));
    } else {
      busiest.forEach(action);
    }
  }

  /** The distributions ever reported. */
  Set<SeriesKey> distributions() {
    return totals.keySet();
  }

  /** The counters as they stand. */
  Map<SeriesKey, Long> counters() {
    return counters;
  }

  /** The gauges of the last report. */
  Map<SeriesKey, Double> gauges() {
    return gauges;
  }

  /** How many series did not fit; counted up to {@link #MAX_DISTRIBUTIONS}. */
  int seriesOverLimit() {
    return overLimit.size();
  }
}
