package org.jvmcluster.supervisor.report;

import static org.jvmcluster.runtime.protocol.ReadingNames.LATENCY_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.REQUESTS;
import static org.jvmcluster.runtime.protocol.ReadingNames.SERVER_TIME_NANOS;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * What all workers have measured, living and gone.
 *
 * <p>A worker's readings begin with {@link #join} and end with {@link #retire}. What a retired
 * worker has counted stays in the fleet's sums, over every window: a restart makes no request
 * vanish and no total go back. Its own entry is kept for a while, for reports that were still under
 * way when its exit was noticed, and is then put together with those of all that went before.
 *
 * <p>Bounded: one entry a living worker, {@value #MAX_RETIRED} retired ones, one for all before
 * them; each bounded by itself.
 *
 * <p>Safe for any thread. Reports come on Netty's, questions on the admin API's, ends from the
 * supervisor loop. One lock, held while a report is counted in (microseconds) or while one answer
 * is added up (about a millisecond for ten workers); never while waiting for anything.
 */
public final class ReadingStore {
  /** As far back as the longest window with a length looks. */
  private static final Duration HORIZON = Duration.ofSeconds(10);

  /** A whole fleet of usual size replaced twice within the horizon; more are merged early. */
  private static final int MAX_RETIRED = 64;

  private final NanoClock clock;
  private final long startNanos;
  private final Map<LaunchId, WorkerAccount> living = new LinkedHashMap<>();
  private final Map<LaunchId, WorkerAccount> retired = new HashMap<>();
  private final Deque<Retirement> retirements = new ArrayDeque<>();
  private final WorkerReadings gone = new WorkerReadings(HORIZON);

  private record Retirement(LaunchId launch, long atNanos) {}

  /** A store for the life of a supervisor that starts now. */
  public ReadingStore(NanoClock clock) {
    this.clock = clock;
    this.startNanos = clock.nanos();
  }

  /**
   * A worker has said hello: its readings may come. No effect when it has joined before, or when
   * its end was noticed before its hello was read: nobody would retire it again.
   */
  public synchronized void join(WorkerMessage.Hello hello) {
    if (retirements.stream().noneMatch(ended -> ended.launch().equals(hello.launch()))) {
      living.computeIfAbsent(
          hello.launch(), launch -> new WorkerAccount(hello, clock.nanos(), HORIZON));
    }
  }

  /**
   * Counts in a report.
   *
   * @return false when it was not: its worker has not joined or is long gone, or the report is no
   *     newer than the last
   */
  public synchronized boolean add(LaunchId launch, WorkerReport report) {
    long now = clock.nanos();
    mergeOldRetirements(now);
    WorkerAccount account = living.get(launch);
    if (account == null) {
      account = retired.get(launch);
    }
    return account != null && account.add(report, now);
  }

  /** The worker's process is gone: its row ends, what it counted stays. Once or more, no matter. */
  public synchronized void retire(LaunchId launch) {
    WorkerAccount account = living.remove(launch);
    long now = clock.nanos();
    if (account != null) {
      retired.put(launch, account);
    }
    retirements.add(new Retirement(launch, now));
    mergeOldRetirements(now);
  }

  private void mergeOldRetirements(long now) {
    while (!retirements.isEmpty()
        && (retirements.size() > MAX_RETIRED
            || now - retirements.element().atNanos() >= HORIZON.toNanos())) {
      WorkerAccount account = retired.remove(retirements.remove().launch());
      if (account != null) {
        gone.absorb(account.readings());
      }
    }
  }

  /** All figures as of now. */
  public synchronized FleetFigures figures(Window window) {
    long now = clock.nanos();
    Histogram latency = Histograms.empty();
    Histogram serverTime = Histograms.empty();
    List<OptionalLong> requests = new ArrayList<>();
    Map<LaunchId, WorkerFigures> workers = new HashMap<>();
    living.forEach(
        (launch, account) -> {
          Histogram ownLatency = account.sum(LATENCY_NANOS, window, now);
          Histogram ownServerTime = account.sum(SERVER_TIME_NANOS, window, now);
          latency.add(ownLatency);
          serverTime.add(ownServerTime);
          requests.add(account.readings().counter(REQUESTS));
          workers.put(launch, account.figures(ownLatency, ownServerTime, window, now));
        });
    List<WorkerReadings> ended = new ArrayList<>();
    retired.values().forEach(account -> ended.add(account.readings()));
    ended.add(gone);
    for (WorkerReadings readings : ended) {
      readings.addTo(latency, LATENCY_NANOS, window, now);
      readings.addTo(serverTime, SERVER_TIME_NANOS, window, now);
      requests.add(readings.counter(REQUESTS));
    }
    Duration covered = WorkerAccount.covered(window, now - startNanos);
    return new FleetFigures(
        window,
        workers,
        LatencyFigures.of(latency, covered),
        LatencyFigures.of(serverTime, covered),
        requests.stream().flatMapToLong(OptionalLong::stream).reduce(Long::sum));
  }

  /** How many entries there are, for tests of the bound. */
  synchronized int entries() {
    return living.size() + retired.size();
  }
}
