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
 *     from intended to begun, and of that of a tick every 5 ms on the clients' event loop, which
 *     shows how late answers may have been read. Beside a latency of the same size, the client is
 *     the bottleneck and the run says little about the service
 * @param clientCpuShare CPU time of this process over that of all cores, 0.0 to 1.0: what the
 *     client took from a service on the same machine. The kernel counts it in steps of 10 ms
 * @param workers a row for each worker that gave a good answer, by slot
 * @param startedAt when the clock of the run began
 * @param retried attempts without a good answer that were followed by another
 * @param seconds what became of the requests due in each second, in order; see {@link SecondRow}
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
    List<SecondRow> seconds) {

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

  /** Good answers per second. */
  public double throughput() {
    long nanos = Math.max(1, total.toNanos());
    return (requests - failed()) * 1e9 / nanos;
  }
}
