package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of the requests of each of the equal parts of a run's time, by the moment they were
 * meant to be sent; also how many good answers came in it. Keeps nothing where the time is one
 * part. Not thread-safe.
 */
final class SliceTally {
  private final long timeNanos;
  private final List<Row> rows = new ArrayList<>();

  private static final class Row {
    private final DurationSamples latency = new DurationSamples();
    private long requests;
    private long failed;
    private long answers;
  }

  SliceTally(Duration time, int slices) {
    timeNanos = time.toNanos();
    for (int i = 0; slices > 1 && i < slices; i++) {
      rows.add(new Row());
    }
  }

  /** A good answer to the request that was due so long after the start. */
  void answered(long dueAfterNanos, long latencyNanos) {
    if (rows.isEmpty()) {
      return;
    }
    Row due = rows.get(sliceAt(dueAfterNanos));
    due.requests++;
    due.latency.record(latencyNanos);
    long cameNanos = dueAfterNanos + latencyNanos;
    // What comes when no more is begun is no part of any throughput.
    if (cameNanos < timeNanos) {
      rows.get(sliceAt(cameNanos)).answers++;
    }
  }

  /** No good answer to it. */
  void failed(long dueAfterNanos) {
    if (!rows.isEmpty()) {
      Row due = rows.get(sliceAt(dueAfterNanos));
      due.requests++;
      due.failed++;
    }
  }

  private int sliceAt(long afterNanos) {
    long within = Math.min(Math.max(afterNanos, 0), timeNanos - 1);
    // In floating point, since the product of an hour and the slices is near the end of a long.
    return (int) Math.min(rows.size() - 1, (double) within * rows.size() / timeNanos);
  }

  List<LoadResult.SliceRow> rows() {
    Duration length = Duration.ofNanos(timeNanos / Math.max(1, rows.size()));
    return rows.stream()
        .map(
            row ->
                new LoadResult.SliceRow(
                    row.requests, row.failed, row.answers, length, row.latency.percentiles()))
        .toList();
  }
}
