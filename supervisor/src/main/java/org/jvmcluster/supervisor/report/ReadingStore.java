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
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
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
 * them, and the totals of each slot; each bounded by itself.
 *
 * <p>Safe for any thread. Reports come on Netty's, questions on the admin API's, ends from the
 * supervisor loop. One lock, held while a report is counted in (microseconds) or while one answer
 * is added up (about a millisecond for ten workers); never while waiting for anything.
 */
public final class ReadingStore {
  /** As far back as the longest window with a length looks. */
  private static final Duration HORIZON = Duration.ofMinutes(1);

  /** Reports that were sent before an exit come within milliseconds of it; ten times a report. */
  private static final Duration LATE_REPORTS = Duration.ofSeconds(10);

  /** A whole fleet of usual size replaced twice within that time; more are merged early. */
  private static final int MAX_RETIRED = 64;

  private final NanoClock clock;
  private final long startNanos;
  private final Map<LaunchId, WorkerAccount> living = new LinkedHashMap<>();
  private final Map<LaunchId, WorkerAccount> retired = new HashMap<>();
  private final Deque<Retirement> retirements = new ArrayDeque<>();
  private final WorkerReadings gone = new WorkerReadings(HORIZON);
  private final Map<Slot, SlotTotals.Growing> bySlot = new HashMap<>();

  /** Used for one sum after the other: making one for each would cost more than adding up. */
  private final Histogram scratch = Histograms.empty();

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
    if (account == null) {
      return false;
    }
    Optional<Interval> added = account.add(report, now);
    if (added.isPresent()) {
      bySlot.computeIfAbsent(account.slot(), slot -> new SlotTotals.Growing()).add(added.get());
    }
    if (!living.containsKey(launch)) {
      account.readings().endGauges();
    }
    return added.isPresent();
  }

  /** The worker's process is gone: its row ends, what it counted stays. Once or more, no matter. */
  public synchronized void retire(LaunchId launch) {
    WorkerAccount account = living.remove(launch);
    long now = clock.nanos();
    if (account != null) {
      account.readings().endGauges();
      retired.put(launch, account);
    }
    retirements.add(new Retirement(launch, now));
    mergeOldRetirements(now);
  }

  private void mergeOldRetirements(long now) {
    while (!retirements.isEmpty()
        && (retirements.size() > MAX_RETIRED
            || now - retirements.element().atNanos() >= LATE_REPORTS.toNanos())) {
      WorkerAccount account = retired.remove(retirements.remove().launch());
      if (account != null) {
        gone.absorb(account.readings());
      }
    }
  }

  /** All figures as of now. */
  public synchronized FleetFigures figures(Window window) {
    long now = clock.nanos();
    List<WorkerReadings> all = new ArrayList<>();
    Map<LaunchId, WorkerFigures> workers = new HashMap<>();
    living.forEach(
        (launch, account) -> {
          all.add(account.readings());
          workers.put(launch, account.figures(window, now, scratch));
        });
    retired.values().forEach(account -> all.add(account.readings()));
    all.add(gone);
    WindowView view =
        new WindowView(all, window, now, WorkerAccount.covered(window, now - startNanos), scratch);
    return new FleetFigures(
        window,
        workers,
        view.times(LATENCY_NANOS),
        view.times(SERVER_TIME_NANOS),
        EventLoopFigures.of(view),
        PoolFigures.of(view),
        ShedFigures.of(view),
        view.total(REQUESTS));
  }

  /**
   * What the workers of each slot have counted since the supervisor started.
   *
   * @param slots that there are; what is kept of any other is dropped, so that a slot that is made
   *     again begins anew
   */
  public synchronized Map<Slot, SlotTotals> totals(Set<Slot> slots) {
    bySlot.keySet().retainAll(slots);
    Map<Slot, SlotTotals> totals = new HashMap<>();
    bySlot.forEach((slot, growing) -> totals.put(slot, growing.now()));
    return totals;
  }

  /** How many entries there are, for tests of the bound. */
  synchronized int entries() {
    return living.size() + retired.size();
  }
}
