package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the clients saw. Latency counts good answers only, from the intended send time to the last
 * byte; {@code requests} = good answers + failures.
 *
 * @param requests begun
 * @param failures by kind of the last attempt, without kinds that did not occur
 * @param otherExample what the first failure of kind {@code OTHER} said
 * @param total from the first intended send to the end of the last request
 * @param latency of all good answers; empty without one
 * @param distribution the same answers, to be added to those of other runs
 * @param clientLateP99 99th percentile of how late the client itself was: the greater of the delay
 *     from the moment a request was due and one of the clients free to its beginning, and of that
 *     of a tick every 5 ms on the clients' event loop, which shows how late answers may have been
 *     read. Beside a latency of the same size, the client is the bottleneck and the run says little
 *     about the service
 * @param clientCpuShare CPU time of this process over that of all cores, 0.0 to 1.0: what the
 *     client took from a service on the same machine. The kernel counts it in steps of 10 ms
 * @param workers a row for each worker that gave a good answer, by slot
 * @param startedAt when the clock of the run began
 * @param retried attempts without a good answer that were followed by another
 * @param seconds what became of the requests due in each second, in order; see {@link SecondRow}
 * @param paths a row for each path of the mix, in its order
 * @param slices a row for each part of the plan's time, in order; empty if the time is one part
 * @param clientLateP50 median of the delay from the moment a request was due and one of the clients
 *     free to its beginning
 * @param waitedForClient how long requests were due before one of the clients was free, of those
 *     only that had to wait so; it is part of their latency. Empty in a closed loop, and when there
 *     was always a free client
 * @param notBegun requests that were due within the plan's time and never begun, since no client
 *     was free before it was over; they would have waited longest, and no latency has them
 */
public record LoadResult(
    long requests,
    Map<FailureKind, Long> failures,
    Optional<String> otherExample,
    Duration total,
    Optional<Percentiles> latency,
    LatencyDistribution distribution,
    Duration clientLateP99,
    double clientCpuShare,
    List<WorkerRow> workers,
    Instant startedAt,
    long retried,
    List<SecondRow> seconds,
    List<PathRow> paths,
    List<SliceRow> slices,
    Duration clientLateP50,
    Optional<Percentiles> waitedForClient,
    long notBegun) {
  /** So much of a figure is no longer the service's: a quarter. */
  private static final int CONSIDERABLE_PART = 4;

  public LoadResult {
    Map<FailureKind, Long> copy = new EnumMap<>(FailureKind.class);
    copy.putAll(failures);
    failures = Collections.unmodifiableMap(copy);
    requireNonNull(otherExample, "otherExample");
    requireNonNull(total, "total");
    requireNonNull(latency, "latency");
    requireNonNull(distribution, "distribution");
    requireNonNull(clientLateP99, "clientLateP99");
    workers = List.copyOf(workers);
    seconds = List.copyOf(seconds);
    paths = List.copyOf(paths);
    slices = List.copyOf(slices);
    requireNonNull(clientLateP50, "clientLateP50");
    requireNonNull(waitedForClient, "waitedForClient");
  }

  /** A result without rows for paths and slices, of a client that was in time. */
  public LoadResult(
      long requests,
      Map<FailureKind, Long> failures,
      Optional<String> otherExample,
      Duration total,
      Optional<Percentiles> latency,
      LatencyDistribution distribution,
      Duration clientLateP99,
      double clientCpuShare,
      List<WorkerRow> workers,
      Instant startedAt,
      long retried,
      List<SecondRow> seconds) {
    this(
        requests,
        failures,
        otherExample,
        total,
        latency,
        distribution,
        clientLateP99,
        clientCpuShare,
        workers,
        startedAt,
        retried,
        seconds,
        List.of(),
        List.of(),
        Duration.ZERO,
        Optional.empty(),
        0);
  }

  /**
   * The good answers of one worker.
   *
   * @param worker empty for answers without a readable {@code X-Worker}
   */
  public record WorkerRow(
      Optional<WorkerName> worker, Percentiles latency, LatencyDistribution distribution) {
    public WorkerRow {
      requireNonNull(distribution, "distribution");
      requireNonNull(worker, "worker");
      requireNonNull(latency, "latency");
    }
  }

  /**
   * The requests for one path.
   *
   * @param requests begun
   * @param failed of them, those without a good answer
   * @param latency of the others; empty without one
   * @param distribution the same answers
   */
  public record PathRow(
      String path,
      long requests,
      long failed,
      Optional<Percentiles> latency,
      LatencyDistribution distribution) {
    public PathRow {
      requireNonNull(path, "path");
      requireNonNull(latency, "latency");
      requireNonNull(distribution, "distribution");
    }
  }

  /**
   * The requests that were due in one of the equal parts of the plan's time.
   *
   * @param requests begun
   * @param failed of them, those without a good answer
   * @param answers good answers that came in this part, whenever they were due
   * @param length of the part
   * @param latency of the good answers; empty without one
   */
  public record SliceRow(
      long requests, long failed, long answers, Duration length, Optional<Percentiles> latency) {
    public SliceRow {
      requireNonNull(length, "length");
      requireNonNull(latency, "latency");
    }

    /** Good answers that came in it, a second. */
    public double throughput() {
      return answers * 1e9 / Math.max(1, length.toNanos());
    }
  }

  /**
   * The requests that were due in one second of the run.
   *
   * @param second from the start of the run, from 0
   * @param good of them, those with a good answer, whenever it came
   * @param answers good answers that came in this second
   * @param p50 of the good answers; empty without one
   * @param p99 likewise
   */
  public record SecondRow(
      long second,
      long good,
      long failed,
      long answers,
      Optional<Duration> p50,
      Optional<Duration> p99) {
    public SecondRow {
      requireNonNull(p50, "p50");
      requireNonNull(p99, "p99");
    }
  }

  /** Requests without a good answer. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Whether the client's own lateness is a considerable part, a quarter or more, of the latency at
   * the median or at the 99th percentile.
   */
  public boolean clientLate() {
    return latency
        .filter(
            seen ->
                isConsiderable(clientLateP50, seen.p50())
                    || isConsiderable(clientLateP99, seen.p99()))
        .isPresent();
  }

  private static boolean isConsiderable(Duration part, Duration whole) {
    return part.multipliedBy(CONSIDERABLE_PART).compareTo(whole) >= 0 && !part.isZero();
  }

  /** Good answers per second. */
  public double throughput() {
    long nanos = Math.max(1, total.toNanos());
    return (requests - failed()) * 1e9 / nanos;
  }
}
