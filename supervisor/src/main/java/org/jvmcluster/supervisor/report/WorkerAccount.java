package org.jvmcluster.supervisor.report;

import static org.jvmcluster.runtime.protocol.ReadingNames.CONNECTIONS;
import static org.jvmcluster.runtime.protocol.ReadingNames.HEAP_MAX_BYTES;
import static org.jvmcluster.runtime.protocol.ReadingNames.HEAP_USED_BYTES;
import static org.jvmcluster.runtime.protocol.ReadingNames.IN_FLIGHT;
import static org.jvmcluster.runtime.protocol.ReadingNames.REQUESTS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker in the {@link ReadingStore}: who it is, its readings, and whether all its reports
 * came. Guarded by the store's lock.
 */
final class WorkerAccount {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerAccount.class);

  private final WorkerMessage.Hello hello;
  private final long joinedNanos;
  private final WorkerReadings readings;
  private long lastNumber;
  private long lastArrivalNanos;
  private long lostReports;

  WorkerAccount(WorkerMessage.Hello hello, long nowNanos, Duration horizon) {
    this.hello = hello;
    this.joinedNanos = nowNanos;
    this.readings = new WorkerReadings(horizon);
  }

  WorkerReadings readings() {
    return readings;
  }

  /**
   * Counts in {@code report}; false when it is no newer than the last, for it would count twice.
   */
  boolean add(WorkerReport report, long nowNanos) {
    if (report.number() <= lastNumber) {
      LOG.warn(
          "slot {} generation {} pid {}: report {} came after report {} and is not counted",
          hello.identity().slot(),
          hello.identity().generation(),
          hello.identity().pid(),
          report.number(),
          lastNumber);
      return false;
    }
    long lost = report.number() - lastNumber - 1;
    if (lost > 0) {
      LOG.warn(
          "slot {} generation {} pid {}: {} reports lost before report {}; what they measured is"
              + " missing in its latencies",
          hello.identity().slot(),
          hello.identity().generation(),
          hello.identity().pid(),
          lost,
          report.number());
    }
    lostReports += lost;
    lastNumber = report.number();
    lastArrivalNanos = nowNanos;
    readings.add(report, nowNanos);
    return true;
  }

  /** The distributions called {@code name} added up over the window. */
  Histogram sum(String name, Window window, long nowNanos) {
    Histogram sum = Histograms.empty();
    readings.addTo(sum, name, window, nowNanos);
    return sum;
  }

  WorkerFigures figures(Histogram latency, Histogram serverTime, Window window, long nowNanos) {
    Duration covered = covered(window, nowNanos - joinedNanos);
    return new WorkerFigures(
        LatencyFigures.of(latency, covered),
        LatencyFigures.of(serverTime, covered),
        readings.counter(REQUESTS),
        whole(readings.gauge(CONNECTIONS)),
        whole(readings.gauge(IN_FLIGHT)),
        whole(readings.gauge(HEAP_USED_BYTES)),
        whole(readings.gauge(HEAP_MAX_BYTES)),
        lastNumber == 0
            ? Optional.empty()
            : Optional.of(Duration.ofNanos(nowNanos - lastArrivalNanos)),
        hello.versions().transport(),
        reduced());
  }

  /** The window's length, or the age of what is measured where that is less. */
  static Duration covered(Window window, long ageNanos) {
    Duration age = Duration.ofNanos(ageNanos);
    return window.length().filter(length -> length.compareTo(age) < 0).orElse(age);
  }

  private List<String> reduced() {
    List<String> reduced = new ArrayList<>(hello.reduced());
    if (lostReports > 0) {
      reduced.add(lostReports + " reports lost: their requests are missing in the latencies");
    }
    if (readings.seriesOverLimit() > 0) {
      reduced.add(
          "more than "
              + WorkerReadings.MAX_SERIES
              + " series reported: those over the limit are not kept");
    }
    return reduced;
  }

  private static OptionalLong whole(OptionalDouble gauge) {
    return gauge.isPresent()
        ? OptionalLong.of(Math.round(gauge.getAsDouble()))
        : OptionalLong.empty();
  }
}
