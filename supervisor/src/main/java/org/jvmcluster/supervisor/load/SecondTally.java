package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What became of the requests of each second of a run, by the moment they were meant to be sent:
 * how long an overload lasts is seen in no figure of the whole run. Also how many good answers came
 * in it, whenever their requests were due. Of runs of up to {@link #LONGEST}; later seconds are
 * left out. Not thread-safe.
 */
final class SecondTally {
  /** Ten minutes: 600 histograms of some 40 KB. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  /** Two digits: a percentile of a second has some hundred samples. */
  private static final int DIGITS = 2;

  private static final long SHORTEST_NANOS = 1_000;
  private static final long LONGEST_NANOS = 2 * LoadPlan.LONGEST.toNanos();

  private final Map<Long, Row> rows = new TreeMap<>();

  private static final class Row {
    private final Histogram latency = new Histogram(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);
    private long failed;
    private long answers;
  }

  /** A good answer to the request that was due so long after the start. */
  void answered(long dueAfterNanos, long latencyNanos) {
    Row came = row(dueAfterNanos + latencyNanos);
    if (came != null) {
      came.answers++;
    }
    Row row = row(dueAfterNanos);
    if (row != null) {
      row.latency.recordValue(Math.min(Math.max(latencyNanos, 0), LONGEST_NANOS));
    }
  }

  /** No good answer to it. */
  void failed(long dueAfterNanos) {
    Row row = row(dueAfterNanos);
    if (row != null) {
      row.failed++;
    }
  }

  private @Nullable Row row(long dueAfterNanos) {
    long second = Math.max(0, Duration.ofNanos(dueAfterNanos).toSeconds());
    return second >= LONGEST.toSeconds() ? null : rows.computeIfAbsent(second, any -> new Row());
  }

  /** The seconds in which a request was due or a good answer came, in order. */
  List<LoadResult.SecondRow> rows() {
    return rows.entrySet().stream()
        .map(
            entry -> {
              Histogram latency = entry.getValue().latency;
              return new LoadResult.SecondRow(
                  entry.getKey(),
                  latency.getTotalCount(),
                  entry.getValue().failed,
                  entry.getValue().answers,
                  at(latency, 50),
                  at(latency, 99));
            })
        .toList();
  }

  private static Optional<Duration> at(Histogram latency, double percentile) {
    return latency.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(latency.getValueAtPercentile(percentile)));
  }
}
