package org.jvmcluster.supervisor.report;

import static org.jvmcluster.runtime.protocol.ReadingNames.CONNECTIONS;
import static org.jvmcluster.runtime.protocol.ReadingNames.HEAP_MAX_BYTES;
import static org.jvmcluster.runtime.protocol.ReadingNames.HEAP_USED_BYTES;
import static org.jvmcluster.runtime.protocol.ReadingNames.IN_FLIGHT;
import static org.jvmcluster.runtime.protocol.ReadingNames.LATENCY_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.REQUESTS;
import static org.jvmcluster.runtime.protocol.ReadingNames.SERVER_TIME_NANOS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Slot;
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

  Slot slot() {
    return hello.identity().slot();
  }

  WorkerReadings readings() {
    return readings;
  }

  /**
   * Counts in {@code report}.
   *
   * @return what it added; empty when it is no newer than the last, for it would count twice
   */
  Optional<Interval> add(WorkerReport report, long nowNanos) {
    if (report.number() <= lastNumber) {
      LOG.warn(
          "slot {} generation {} pid {}: report {} came after report {} and is not counted",
          hello.identity().slot(),
          hello.identity().generation(),
          hello.identity().pid(),
          report.number(),
          lastNumber);
      return Optional.empty();
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
    return Optional.of(readings.add(report, nowNanos));
  }

  WorkerFigures figures(Window window, long nowNanos, Histogram scratch) {
    WindowView view =
        new WindowView(
            List.of(readings), window, nowNanos, covered(window, nowNanos - joinedNanos), scratch);
    return new WorkerFigures(
        view.times(LATENCY_NANOS),
        view.times(SERVER_TIME_NANOS),
        EventLoopFigures.of(view),
        PoolFigures.of(view),
        StallFigures.of(view),
        ShedFigures.of(view),
        view.total(REQUESTS),
        view.wholeGauge(CONNECTIONS),
        view.wholeGauge(IN_FLIGHT),
        view.wholeGauge(HEAP_USED_BYTES),
        view.wholeGauge(HEAP_MAX_BYTES),
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
              + WorkerReadings.MAX_DISTRIBUTIONS
              + " distributions, or "
              + WorkerReadings.MAX_FIGURES
              + " counters or gauges, reported: those over the limit are not kept");
    }
    return reduced;
  }
}
