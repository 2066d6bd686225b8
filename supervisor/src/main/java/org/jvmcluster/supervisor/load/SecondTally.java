package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

  /** By second; null where nothing was due or came. */
  private final List<@Nullable Row> rows = new ArrayList<>();

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
    long second = Math.max(0, TimeUnit.NANOSECONDS.toSeconds(dueAfterNanos));
    if (second >= LONGEST.toSeconds()) {
      return null;
    }
    int index = (int) second;
    while (rows.size() <= index) {
      rows.add(null);
    }
    Row known = rows.get(index);
    if (known != null) {
      return known;
    }
    Row first = new Row();
    rows.set(index, first);
    return first;
  }

  /** The seconds in which a request was due or a good answer came, in order. */
  List<LoadResult.SecondRow> rows() {
    List<LoadResult.SecondRow> known = new ArrayList<>();
    for (int second = 0; second < rows.size(); second++) {
      Row row = rows.get(second);
      if (row != null) {
        known.add(
            new LoadResult.SecondRow(
                second,
                row.latency.getTotalCount(),
                row.failed,
                row.answers,
                at(row.latency, 50),
                at(row.latency, 99)));
      }
    }
    return known;
  }

  private static Optional<Duration> at(Histogram latency, double percentile) {
    return latency.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(latency.getValueAtPercentile(percentile)));
  }
}
