package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.WorkerMessage.Report;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Sends what was measured, every second, from a thread of its own: a stalled event loop must be
 * visible while it lasts. When a source says that something cannot wait for that, a report goes out
 * at once, and the regular one comes when it would have come. Intervals follow each other without
 * gap. While a report still waits to be written, because the supervisor does not read, no other is
 * made: the next one covers the longer interval, and nothing is lost or piled up.
 */
final class ReportLoop implements Runnable {
  /** Fast enough to see a stall while it lasts, slow enough to cost nothing. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** How often the sources are asked for urgent news; what is urgent lasts half a second. */
  static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  /** The distance to the report before an urgent one: at most three more in a second. */
  static final Duration URGENT_DISTANCE = Duration.ofMillis(250);

  private final List<ReadingSource> sources;
  private final Outbox outbox;
  private final NanoClock clock;

  /** Owned by the thread that runs the loop. */
  private long number;

  /** Owned by the thread that runs the loop. */
  private long beginNanos;

  /** Owned by the thread that runs the loop. Urgent news that no report has told yet. */
  private boolean urgent;

  /** Guarded by this. Null until the loop is to end; then what to do after the last report. */
  private @Nullable Runnable afterLast;

  ReportLoop(List<ReadingSource> sources, Outbox outbox, NanoClock clock) {
    this.sources = List.copyOf(sources);
    this.outbox = requireNonNull(outbox, "outbox");
    this.clock = requireNonNull(clock, "clock");
    this.beginNanos = clock.nanos();
  }

  @Override
  public void run() {
    Deadline due = Deadline.after(INTERVAL, clock);
    try {
      while (!awaitFinishing(earlier(Deadline.after(LOOK_INTERVAL, clock), due))) {
        if (!due.hasPassed()) {
          reportIfUrgent();
          continue;
        }
        reportOrWait();
        // From the time it was due, not from now: a late report must not shift those after it.
        Deadline planned = new Deadline(clock, due.atNanos() + INTERVAL.toNanos());
        due = planned.hasPassed() ? Deadline.after(INTERVAL, clock) : planned;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    report();
    afterLast().run();
  }

  /**
   * Lets the loop send one last report and end. Returns at once; the first call counts.
   *
   * @param then called on the loop's thread when the last report has been sent
   */
  synchronized void finish(Runnable then) {
    if (afterLast == null) {
      afterLast = then;
      notifyAll();
    }
  }

  /** Sends a report unless one still waits to be written. */
  void reportOrWait() {
    if (outbox.isEmpty()) {
      report();
    }
  }

  /** Sends a report when a source has urgent news, once the last report is a while ago. */
  void reportIfUrgent() {
    for (ReadingSource source : sources) {
      try {
        // Each is asked, since each tells its news once.
        urgent |= source.isUrgent();
      } catch (RuntimeException e) {
        StandardError.say("whether " + source + " has urgent news could not be read: " + e);
      }
    }
    if (urgent && clock.nanos() - beginNanos >= URGENT_DISTANCE.toNanos()) {
      reportOrWait();
    }
  }

  /** Sends a report of everything since the last one. */
  void report() {
    urgent = false;
    List<Reading> readings = new ArrayList<>();
    for (ReadingSource source : sources) {
      try {
        readings.addAll(source.takeReadings());
      } catch (RuntimeException e) {
        // The loop must outlive it: without reports the supervisor takes a worker for stalled.
        StandardError.say("the figures of " + source + " could not be read: " + e);
      }
    }
    Runtime jvm = Runtime.getRuntime();
    readings.add(
        Reading.Gauge.of(
            ReadingNames.HEAP_USED_BYTES, (double) (jvm.totalMemory() - jvm.freeMemory())));
    readings.add(Reading.Gauge.of(ReadingNames.HEAP_MAX_BYTES, (double) jvm.maxMemory()));
    long endNanos = clock.nanos();
    outbox.send(new Report(new WorkerReport(++number, beginNanos, endNanos, readings)));
    beginNanos = endNanos;
  }

  private static Deadline earlier(Deadline one, Deadline other) {
    return one.atNanos() - other.atNanos() < 0 ? one : other;
  }

  private synchronized boolean awaitFinishing(Deadline due) throws InterruptedException {
    while (afterLast == null && !due.hasPassed()) {
      // Rounded up: a wait of zero would last for ever.
      wait(due.remaining().toMillis() + 1);
    }
    return afterLast != null;
  }

  private synchronized Runnable afterLast() {
    return afterLast == null ? () -> {} : afterLast;
  }
}
