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
final class Reports {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  /** What workers do not tell apart: below a microsecond. */
  private static final long LOWEST_NANOS = 1000;

  private Reports() {}

  static LaunchId launch(long number) {
    return new LaunchId(number);
  }

  static WorkerMessage.Hello hello(long launch, int slot) {
    return new WorkerMessage.Hello(
        Protocol.VERSION,
        launch(launch),
        new WorkerIdentity(new Slot(slot), Generation.FIRST, 1000 + launch),
        new Versions("17", "5.0.7", "4.2.18.Final", "epoll"),
        List.of());
  }

  /** A report of these latencies, each also as a server time of half of it, and the counter. */
  static WorkerReport report(long number, long requests, List<Duration> latencies) {
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

  static WorkerReport report(long number, List<Reading> readings) {
    long begin = number * 1_000_000_000L;
    return new WorkerReport(number, begin, begin + 1_000_000_000L, readings);
  }

  static Reading latencies(int loop, List<Duration> latencies) {
    return distribution(ReadingNames.LATENCY_NANOS, loop, latencies);
  }

  private static Reading distribution(String name, int loop, List<Duration> samples) {
    Histogram histogram = histogram();
    samples.forEach(sample -> histogram.recordValue(sample.toNanos()));
    return new Reading.Distribution(name, Map.of("loop", Integer.toString(loop)), histogram);
  }

  /** As workers record. */
  static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HOUR_NANOS, 3);
  }

  static List<Duration> times(int count, Duration latency) {
    List<Duration> latencies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      latencies.add(latency);
    }
    return latencies;
  }
}
