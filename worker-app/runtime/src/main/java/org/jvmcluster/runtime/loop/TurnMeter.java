package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * What one event loop does with its time: waiting in the poller, or away from it for a
 * <em>turn</em>, which handles what the poller found and runs tasks until the next poll. A poll
 * that does not block ends a turn and begins the next; only a wait is idle time.
 *
 * <p>The loop writes, at the borders of its polls: one reading of the clock each, no lock and no
 * garbage. Any thread may read at any time, also in the middle of a wait or of a turn that blocks,
 * and then sees the time up to this instant.
 *
 * <p>Times are nanoseconds since the loop began.
 */
final class TurnMeter {
  /**
   * A turn that is longer than this is late: bytes may have waited for it, and ticks were missed.
   * It is the distance of the ticks in which lag is reckoned, and more than a healthy turn takes.
   */
  static final long LATE_NANOS = 10_000_000;

  /** Two digits: 0.8 % of a turn, finer than the pauses that a turn meets by chance. */
  private static final int DIGITS = 2;

  /** Retries of a read; a loop that turns faster than the clock is read is a busy one anyway. */
  private static final int MOST_RETRIES = 100;

  /** Stands for the turn while the loop waits. */
  private static final long WAITING = -1;

  private static final VarHandle IDLE;
  private static final VarHandle TURN_BEGAN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      IDLE = lookup.findVarHandle(TurnMeter.class, "idle", long.class);
      TURN_BEGAN = lookup.findVarHandle(TurnMeter.class, "turnBegan", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final NanoClock clock;
  private final DurationCounts turns = new DurationCounts(DIGITS);
  private final DurationCounts taskWaits = new DurationCounts(DIGITS);

  /**
   * Idle time in one number, so that one read gives it whole. In a turn: the sum of all waits. In a
   * wait that began at {@code b}: that sum - b - 1, which is below 0 since nobody has waited longer
   * than the loop exists; then the idle time at {@code t} is this + 1 + t. (What libuv keeps in two
   * numbers for {@code uv_metrics_idle_time} and must lock.)
   */
  @SuppressWarnings("UnusedVariable") // Read and written through its handle.
  private volatile long idle;

  /** When the running turn began; {@link #WAITING} in a wait. */
  @SuppressWarnings("UnusedVariable") // Read and written through its handle.
  private volatile long turnBegan = WAITING;

  /** Null until the loop begins; published by this write. */
  private volatile @Nullable Origin origin;

  private volatile boolean ended;

  /** The loop's own copies, which need no fences. */
  private long ownOrigin;

  private long ownIdle;
  private long ownTurnBegan;
  private long waitBegan = WAITING;
  private long lastTurnNanos;

  /** Whether the loop handles what the poller found and no request has begun in this turn. */
  private boolean firstRequestToCome;

  TurnMeter(NanoClock clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  private record Origin(long clockNanos) {}

  /**
   * The loop at one instant.
   *
   * @param elapsedNanos since the loop began
   * @param busyNanos of that, not waiting in the poller; never negative, never more than elapsed
   * @param turnBeganNanos when the running turn began; below 0 in a wait
   */
  record Instant(long elapsedNanos, long busyNanos, long turnBeganNanos) {
    /** How long the loop has been away from the poller; 0 in a wait. */
    long busyForNanos() {
      return turnBeganNanos < 0 ? 0 : Math.max(0, elapsedNanos - turnBeganNanos);
    }
  }

  /** The loop runs for the first time; by the loop. A second call does nothing. */
  void begin() {
    if (origin == null) {
      ownOrigin = clock.nanos();
      TURN_BEGAN.setRelease(this, 0L);
      origin = new Origin(ownOrigin);
    }
  }

  /** The loop will not run again, which is not counted as busy; by the loop. */
  void end() {
    waits();
    ended = true;
  }

  /** The poller is about to wait; by the loop. Does nothing while it waits already. */
  void waits() {
    if (waitBegan == WAITING) {
      long now = clock.nanos() - ownOrigin;
      // Counted before the turn is taken back: a reader that looks at the counts first and at the
      // turn after never sees one turn in both.
      endTurn(now);
      waitBegan = now;
      TURN_BEGAN.setRelease(this, WAITING);
      IDLE.setRelease(this, ownIdle - now - 1);
    }
  }

  /** The poller has looked, after a wait or without; by the loop. */
  void polled() {
    long now = clock.nanos() - ownOrigin;
    if (waitBegan == WAITING) {
      endTurn(now);
    } else {
      ownIdle += now - waitBegan;
      waitBegan = WAITING;
      IDLE.setRelease(this, ownIdle);
    }
    ownTurnBegan = now;
    firstRequestToCome = true;
    TURN_BEGAN.setRelease(this, now);
  }

  /**
   * What the poller found is handled, tasks come next; ends a wait that nothing else ended. By the
   * loop.
   */
  void leaves() {
    if (waitBegan != WAITING) {
      polled();
    }
    firstRequestToCome = false;
  }

  private void endTurn(long now) {
    lastTurnNanos = now - ownTurnBegan;
    turns.record(lastTurnNanos);
  }

  /**
   * When a request that begins now was first read. For the first of a turn that is the poll which
   * found it, whose time is known; reading the clock again would be a fifth of the meters' cost. By
   * the loop.
   *
   * @return a reading of the clock
   */
  long requestBegins() {
    if (firstRequestToCome) {
      firstRequestToCome = false;
      return ownOrigin + ownTurnBegan;
    }
    return clock.nanos();
  }

  /** A task from outside begins; by the loop. */
  void taskBegins(long submittedClockNanos) {
    taskWaits.record(clock.nanos() - submittedClockNanos);
  }

  /**
   * Whether what is read in this turn may have waited for the loop: the turn itself or the one
   * before is late. By the loop.
   *
   * @param clockNanos when it was read
   */
  boolean isLate(long clockNanos) {
    return lastTurnNanos > LATE_NANOS || clockNanos - ownOrigin - ownTurnBegan > LATE_NANOS;
  }

  NanoClock clock() {
    return clock;
  }

  /** Whether there is anything to read; from any thread, like all below. */
  boolean hasBegun() {
    return origin != null;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Lengths of the turns that have ended. */
  DurationCounts turns() {
    return turns;
  }

  /** Waits of the tasks from outside that have begun. */
  DurationCounts taskWaits() {
    return taskWaits;
  }

  /**
   * The loop now.
   *
   * @throws IllegalStateException when it has not begun
   */
  Instant now() {
    Origin began = origin;
    if (began == null) {
      throw new IllegalStateException("the loop has not begun");
    }
    long state;
    long turn;
    long now;
    int tries = 0;
    do {
      state = (long) IDLE.getAcquire(this);
      turn = (long) TURN_BEGAN.getAcquire(this);
      now = clock.nanos() - began.clockNanos();
      // Keeps the reading of the clock between the two readings of the state.
      VarHandle.fullFence();
    } while ((state != idle || turn != turnBegan) && ++tries < MOST_RETRIES);
    long idleNow = state < 0 ? state + 1 + now : state;
    return new Instant(now, Math.max(0, now - Math.max(0, idleNow)), turn);
  }
}
