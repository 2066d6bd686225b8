package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds up what happened to requests. Not thread-safe: owned by the clients' event loop. */
final class LoadTally {
  /** Three digits, so that 10 % are told from 9.9 %; from 1 us, below which nothing is served. */
  private static final int DIGITS = 3;

  private static final long SHORTEST_NANOS = 1_000;

  /** A begun request ends with its timeout; being late at the start may add as much again. */
  private static final long LONGEST_NANOS = 2 * LoadPlan.LONGEST.toNanos();

  /**
   * A histogram takes about 200 KB, so a service that puts a random name in each answer must not
   * fill the memory: its further names are counted as unnamed.
   */
  private static final int MOST_WORKERS = 512;

  private static final String UNNAMED = "";

  private final Histogram latency = histogram();
  private final Histogram sendLateness = histogram();
  private final Histogram tickLateness = histogram();
  private final Map<String, Histogram> byWorker = new HashMap<>();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private @Nullable String otherExample;
  private long done;

  private static Histogram histogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);
  }

  void begun(long lateNanos) {
    record(sendLateness, lateNanos);
  }

  void ticked(long lateNanos) {
    record(tickLateness, lateNanos);
  }

  /**
   * A good answer.
   *
   * @param worker the header's value, or null
   */
  void answered(long latencyNanos, @Nullable String worker) {
    done++;
    record(latency, latencyNanos);
    record(rowOf(worker == null ? UNNAMED : worker), latencyNanos);
  }

  void failed(FailureKind kind, String text) {
    done++;
    failures.merge(kind, 1L, Long::sum);
    if (kind == FailureKind.OTHER && otherExample == null) {
      otherExample = text;
    }
  }

  long done() {
    return done;
  }

  LoadResult result(Duration total, double clientCpuShare) {
    List<LoadResult.WorkerRow> rows = new ArrayList<>();
    byWorker.forEach(
        (header, histogram) ->
            Percentiles.of(histogram)
                .ifPresent(row -> rows.add(new LoadResult.WorkerRow(WorkerName.of(header), row))));
    rows.sort(
        (one, other) ->
            one.worker().isPresent() && other.worker().isPresent()
                ? one.worker().get().compareTo(other.worker().get())
                : Boolean.compare(one.worker().isEmpty(), other.worker().isEmpty()));
    long lateNanos =
        Math.max(sendLateness.getValueAtPercentile(99), tickLateness.getValueAtPercentile(99));
    return new LoadResult(
        done,
        failures,
        Optional.ofNullable(otherExample),
        total,
        Percentiles.of(latency),
        Duration.ofNanos(lateNanos),
        clientCpuShare,
        rows);
  }

  private Histogram rowOf(String header) {
    Histogram known = byWorker.get(header);
    if (known != null) {
      return known;
    }
    boolean named = byWorker.size() < MOST_WORKERS && WorkerName.of(header).isPresent();
    return byWorker.computeIfAbsent(named ? header : UNNAMED, name -> histogram());
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.min(Math.max(nanos, 0), LONGEST_NANOS));
  }
}
