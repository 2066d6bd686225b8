package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerReport;

/** Messages of workers, as tests need them. */
public final class Reports {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  /** What workers do not tell apart: below a microsecond. */
  private static final long LOWEST_NANOS = 1000;

  private Reports() {}

  public static LaunchId launch(long number) {
    return new LaunchId(number);
  }

  public static WorkerMessage.Hello hello(long launch, int slot) {
    return new WorkerMessage.Hello(
        Protocol.VERSION,
        launch(launch),
        new WorkerIdentity(new Slot(slot), Generation.FIRST, 1000 + launch),
        new Versions("17", "5.0.7", "4.2.18.Final", "epoll"),
        List.of());
  }

  /** A report of these latencies, each also as a server time of half of it, and the counter. */
  public static WorkerReport report(long number, long requests, List<Duration> latencies) {
    return report(
        number,
        List.of(
            latencies(0, latencies),
            distribution(
                ReadingNames.SERVER_TIME_NANOS,
                0,
                latencies.stream().map(latency -> latency.dividedBy(2)).toList()),
            Reading.Counter.of(ReadingNames.REQUESTS, requests),
            Reading.Gauge.of(ReadingNames.CONNECTIONS, 3),
            Reading.Gauge.of(ReadingNames.IN_FLIGHT, 1)));
  }

  public static WorkerReport report(long number, List<Reading> readings) {
    long begin = number * 1_000_000_000L;
    return new WorkerReport(number, begin, begin + 1_000_000_000L, readings);
  }

  public static Reading latencies(int loop, List<Duration> latencies) {
    return distribution(ReadingNames.LATENCY_NANOS, loop, latencies);
  }

  private static Reading distribution(String name, int loop, List<Duration> samples) {
    return distribution(name, Map.of("loop", Integer.toString(loop)), samples);
  }

  public static Reading distribution(
      String name, Map<String, String> labels, List<Duration> samples) {
    Histogram histogram = recording(samples.toArray(Duration[]::new));
    return new Reading.Distribution(name, labels, histogram);
  }

  /** As workers record. */
  public static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HOUR_NANOS, 3);
  }

  public static List<Duration> times(int count, Duration latency) {
    List<Duration> latencies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      latencies.add(latency);
    }
    return latencies;
  }

  static Histogram recording(Duration... samples) {
    Histogram histogram = histogram();
    for (Duration sample : samples) {
      histogram.recordValue(sample.toNanos());
    }
    return histogram;
  }

  /** The times of a loop since it began, in milliseconds. */
  public static List<Reading> loop(
      int number, long busyMillis, long elapsedMillis, long cpuMillis) {
    Map<String, String> labels = Map.of("loop", Integer.toString(number));
    return List.of(
        new Reading.Counter(ReadingNames.LOOP_BUSY_NANOS, labels, busyMillis * 1_000_000),
        new Reading.Counter(ReadingNames.LOOP_ELAPSED_NANOS, labels, elapsedMillis * 1_000_000),
        new Reading.Counter(ReadingNames.LOOP_CPU_NANOS, labels, cpuMillis * 1_000_000));
  }

  public static Reading busyFor(int number, Duration time) {
    return new Reading.Gauge(
        ReadingNames.LOOP_BUSY_FOR_NANOS, Map.of("loop", Integer.toString(number)), time.toNanos());
  }

  public static Reading lag(int number, List<Duration> lags) {
    return distribution(ReadingNames.LOOP_LAG_NANOS, number, lags);
  }

  /** Tasks of one kind that waited so long and ran for {@code run} each. */
  public static List<Reading> task(String kind, List<Duration> waits, Duration run) {
    Map<String, String> labels = Map.of("kind", kind);
    return List.of(
        distribution(ReadingNames.POOL_WAIT_NANOS, labels, waits),
        distribution(ReadingNames.POOL_RUN_NANOS, labels, times(waits.size(), run)));
  }

  public static Reading count(String name, String label, String value, long total) {
    return new Reading.Counter(name, Map.of(label, value), total);
  }

  /** Readings of several kinds in one list. */
  @SafeVarargs
  public static List<Reading> all(List<Reading>... readings) {
    List<Reading> all = new ArrayList<>();
    for (List<Reading> some : readings) {
      all.addAll(some);
    }
    return all;
  }
}
