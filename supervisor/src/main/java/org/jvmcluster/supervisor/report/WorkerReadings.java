package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.WorkerReport;

/**
 * What one worker has measured: distributions since its start and for the last intervals, the
 * latest counters and gauges. Also what the workers that are gone have measured together: they are
 * absorbed into one.
 *
 * <p>Bounded: at most {@link #MAX_SERIES} series of each kind, whatever a worker sends. Not safe
 * for several threads.
 */
final class WorkerReadings {
  /**
   * Six times what a worker with every figure of this project would send. A label with a value for
   * every request would otherwise fill the supervisor's memory; what is over is dropped and said.
   */
  static final int MAX_SERIES = 256;

  private final Map<SeriesKey, Histogram> totals = new HashMap<>();
  private final IntervalHistory recent;
  private final Map<SeriesKey, Long> counters = new HashMap<>();
  private Map<SeriesKey, Double> gauges = Map.of();
  private final Set<SeriesKey> overLimit = new HashSet<>();

  WorkerReadings(Duration horizon) {
    this.recent = new IntervalHistory(horizon);
  }

  /** Counts in one report that arrived at {@code nowNanos}. */
  void add(WorkerReport report, long nowNanos) {
    Map<SeriesKey, RecordedValues> interval = new HashMap<>();
    Map<SeriesKey, Double> latest = new HashMap<>();
    for (Reading reading : report.readings()) {
      SeriesKey key = SeriesKey.of(reading);
      // A chain, since Java 17 has no switch over sealed types; an unknown kind cannot be decoded.
      if (reading instanceof Reading.Distribution distribution) {
        if (hasRoom(totals, key)) {
          RecordedValues values = RecordedValues.of(distribution.histogram());
          values.addTo(total(key));
          if (!values.isEmpty()) {
            interval.merge(key, values, RecordedValues::plus);
          }
        }
      } else if (reading instanceof Reading.Counter counter) {
        if (hasRoom(counters, key)) {
          counters.merge(key, counter.total(), Math::max);
        }
      } else if (reading instanceof Reading.Gauge gauge && hasRoom(latest, key)) {
        latest.put(key, gauge.value());
      }
    }
    gauges = Map.copyOf(latest);
    recent.add(nowNanos, interval);
    recent.forget(nowNanos);
  }

  private boolean hasRoom(Map<SeriesKey, ?> series, SeriesKey key) {
    if (series.containsKey(key) || series.size() < MAX_SERIES) {
      return true;
    }
    if (overLimit.size() < MAX_SERIES) {
      overLimit.add(key);
    }
    return false;
  }

  private Histogram total(SeriesKey key) {
    return totals.computeIfAbsent(key, any -> Histograms.empty());
  }

  /** Takes over everything that the worker behind {@code gone} has counted. Its gauges end. */
  void absorb(WorkerReadings gone) {
    gone.totals.forEach(
        (key, sum) -> {
          if (hasRoom(totals, key)) {
            total(key).add(sum);
          }
        });
    gone.counters.forEach(
        (key, count) -> {
          if (hasRoom(counters, key)) {
            counters.merge(key, count, Long::sum);
          }
        });
    recent.absorb(gone.recent);
  }

  /** Adds the distributions called {@code name} over {@code window} to {@code sum}. */
  void addTo(Histogram sum, String name, Window window, long nowNanos) {
    if (window.length().isPresent()) {
      recent.addTo(sum, name, nowNanos, window.length().orElseThrow().toNanos());
      return;
    }
    totals.forEach(
        (key, total) -> {
          if (key.name().equals(name)) {
            sum.add(total);
          }
        });
  }

  /** The sum of the counters called {@code name}; empty when none was ever reported. */
  OptionalLong counter(String name) {
    return counters.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .mapToLong(Map.Entry::getValue)
        .reduce(Long::sum);
  }

  /** The sum of the gauges called {@code name} in the last report; empty when it had none. */
  OptionalDouble gauge(String name) {
    return gauges.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .mapToDouble(Map.Entry::getValue)
        .reduce(Double::sum);
  }

  /** How many series did not fit; counted up to {@link #MAX_SERIES}. */
  int seriesOverLimit() {
    return overLimit.size();
  }
}
