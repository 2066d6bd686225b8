package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds up what happened to requests. Not thread-safe: owned by the clients' event loop. */
final class LoadTally {
  /**
   * A histogram takes about 200 KB, so a service that puts a random name in each answer must not
   * fill the memory: its further names are counted as unnamed.
   */
  private static final int MOST_WORKERS = 512;

  private static final String UNNAMED = "";

  private final DurationSamples latency = new DurationSamples();
  private final DurationSamples sendLateness = new DurationSamples();
  private final DurationSamples tickLateness = new DurationSamples();
  private final Map<String, DurationSamples> byWorker = new HashMap<>();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private @Nullable String otherExample;
  private final SecondTally seconds = new SecondTally();
  private final DurationSamples waitForClient = new DurationSamples();
  private final List<PathTally> paths = new ArrayList<>();
  private final SliceTally slices;
  private long done;
  private long retried;

  LoadTally(LoadPlan plan) {
    plan.mix().parts().forEach(part -> paths.add(new PathTally(part.path())));
    slices = new SliceTally(plan.time(), plan.slices());
  }

  /**
   * A request was sent for the first time.
   *
   * @param waitNanos from its due time until one of the clients was free; 0 if one was
   * @param lateNanos from then on, or from its due time if that was later
   */
  void begun(long waitNanos, long lateNanos) {
    sendLateness.record(lateNanos);
    if (waitNanos > 0) {
      waitForClient.record(waitNanos);
    }
  }

  void ticked(long lateNanos) {
    tickLateness.record(lateNanos);
  }

  /**
   * A good answer.
   *
   * @param dueAfterNanos when the request was due, from the start of the run
   * @param part of the mix
   * @param worker the header's value, or null
   */
  void answered(long dueAfterNanos, int part, long latencyNanos, @Nullable String worker) {
    done++;
    paths.get(part).answered(latencyNanos);
    slices.answered(dueAfterNanos, latencyNanos);
    seconds.answered(dueAfterNanos, latencyNanos);
    latency.record(latencyNanos);
    rowOf(worker == null ? UNNAMED : worker).record(latencyNanos);
  }

  void failed(long dueAfterNanos, int part, FailureKind kind, String text) {
    done++;
    paths.get(part).failed();
    slices.failed(dueAfterNanos);
    seconds.failed(dueAfterNanos);
    failures.merge(kind, 1L, Long::sum);
    if (kind == FailureKind.OTHER && otherExample == null) {
      otherExample = text;
    }
  }

  long done() {
    return done;
  }

  LoadResult result(Instant startedAt, Duration total, double clientCpuShare, long notBegun) {
    List<LoadResult.WorkerRow> rows = new ArrayList<>();
    byWorker.forEach(
        (header, samples) ->
            samples
                .percentiles()
                .ifPresent(
                    row ->
                        rows.add(
                            new LoadResult.WorkerRow(
                                WorkerName.of(header), row, samples.distribution()))));
    rows.sort(
        (one, other) ->
            one.worker().isPresent() && other.worker().isPresent()
                ? one.worker().get().compareTo(other.worker().get())
                : Boolean.compare(one.worker().isEmpty(), other.worker().isEmpty()));
    Duration sent = sendLateness.at(99);
    Duration ticked = tickLateness.at(99);
    return new LoadResult(
        done,
        failures,
        Optional.ofNullable(otherExample),
        total,
        latency.percentiles(),
        latency.distribution(),
        sent.compareTo(ticked) > 0 ? sent : ticked,
        clientCpuShare,
        rows,
        startedAt,
        retried,
        seconds.rows(),
        paths.stream().map(PathTally::row).toList(),
        slices.rows(),
        sendLateness.at(50),
        waitForClient.percentiles(),
        notBegun);
  }

  /** An attempt without a good answer, after which the request is sent again. */
  void retried() {
    retried++;
  }

  private DurationSamples rowOf(String header) {
    DurationSamples known = byWorker.get(header);
    if (known != null) {
      return known;
    }
    boolean named = byWorker.size() < MOST_WORKERS && WorkerName.of(header).isPresent();
    return byWorker.computeIfAbsent(named ? header : UNNAMED, name -> new DurationSamples());
  }
}
