package org.jvmcluster.runtime.pause;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Spans in which no thread of this process ran: a stop signal, a frozen container, a machine that
 * was suspended or gave this process no core. Found as jHiccup does, by a thread that sleeps and
 * looks how much longer than asked it slept. Three things explain a long sleep without a stop, and
 * are told apart:
 *
 * <ul>
 *   <li>a garbage collection paused all threads: its time is taken off;
 *   <li>only this thread was late while others ran: then the process used CPU time meanwhile;
 *   <li>ordinary lateness on a busy machine: shorter than {@link #SHORTEST_NANOS}.
 * </ul>
 *
 * <p>The clock does not run while the whole machine is suspended, so that shows in no figure.
 */
final class ProcessStops implements ReadingSource, Runnable {
  /** A stop is told this much too short at most, and the thread wakes 20 times a second. */
  static final long SLEEP_NANOS = Duration.ofMillis(50).toNanos();

  /** Twice what a thread waits for a core on a machine with five times more work than cores. */
  static final long SHORTEST_NANOS = Duration.ofMillis(100).toNanos();

  /** Waits; a test's own moves the clock. */
  @FunctionalInterface
  interface Sleeper {
    /** Returns after about that time. */
    void sleep(long nanos) throws InterruptedException;
  }

  private final NanoClock clock;
  private final Sleeper sleeper;
  private final LongSupplier gcPausedNanos;
  private final LongSupplier cpuNanos;
  private final int cores;
  private final PauseDurations stops = new PauseDurations(ReadingNames.PROCESS_STOP_NANOS);

  /**
   * @param gcPausedNanos the sum of all garbage collection pauses
   * @param cpuNanos CPU time of the whole process
   * @param cores on how many of them its threads may run at once
   */
  ProcessStops(
      NanoClock clock,
      Sleeper sleeper,
      LongSupplier gcPausedNanos,
      LongSupplier cpuNanos,
      int cores) {
    this.clock = requireNonNull(clock, "clock");
    this.sleeper = requireNonNull(sleeper, "sleeper");
    this.gcPausedNanos = requireNonNull(gcPausedNanos, "gcPausedNanos");
    this.cpuNanos = requireNonNull(cpuNanos, "cpuNanos");
    this.cores = cores;
  }

  /** Looks until the thread is interrupted. */
  @Override
  public void run() {
    try {
      while (true) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sleeps once and records a stop if there was one. */
  void look() throws InterruptedException {
    long cpuBefore = cpuNanos.getAsLong();
    long pausedBefore = gcPausedNanos.getAsLong();
    long begin = clock.nanos();
    sleeper.sleep(SLEEP_NANOS);
    long overslept = clock.nanos() - begin - SLEEP_NANOS;
    if (overslept < SHORTEST_NANOS) {
      return;
    }
    long paused = gcPausedNanos.getAsLong() - pausedBefore;
    long stopped = overslept - paused;
    if (stopped >= SHORTEST_NANOS
        && cpuNanos.getAsLong() - cpuBefore <= cpuBesides(stopped, paused)) {
      stops.record(stopped);
    }
  }

  /**
   * CPU time that a process may have used though it was stopped: on all cores in the sleep itself
   * and in collections, and a tenth of the stop, since signals reach threads one after the other
   * and the kernel counts in ticks.
   */
  private long cpuBesides(long stopped, long paused) {
    return (SLEEP_NANOS + paused) * cores + stopped / 10;
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>(1);
    stops.addTo(readings);
    return readings;
  }
}
