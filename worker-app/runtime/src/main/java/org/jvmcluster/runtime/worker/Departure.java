package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * How a worker leaves: drains its door beside its drain hooks, sends its last report, says that it
 * is drained, closes the application and exits. Every step has a deadline, since each runs code
 * that may hang; and before the first one begins, the halt that follows the last is armed.
 *
 * <p>Part of {@link LifeCycle}: owned by the same thread.
 */
final class Departure {
  /**
   * How much longer than the drain limit a door may take to say that it has cut the rest. A loop
   * that hangs never will.
   */
  static final Duration DRAIN_GRACE = Duration.ofMillis(500);

  /** How long the last report may take: it reads counters, so only a stuck thread takes longer. */
  static final Duration REPORT_LIMIT = Duration.ofSeconds(1);

  /** After the drain limit the JVM is gone within this time, whatever hangs. */
  static final Duration HALT_GRACE = Duration.ofSeconds(5);

  /**
   * Once drained, the JVM is gone within this time: half of it for the application to close, which
   * takes Vert.x 100 ms, half for shutdown hooks.
   */
  static final Duration EXIT_LIMIT = Duration.ofSeconds(10);

  private enum Step {
    STAYING,
    DRAINING,
    REPORTING,
    EXITING
  }

  private final Outbox outbox;
  private final Application application;
  private final Chores chores;
  private final Ending ending;
  private final Executor events;
  private final NanoClock clock;

  private Step step = Step.STAYING;
  private @Nullable FrontDoor door;
  private Supplier<? extends CompletionStage<?>> closeApplication =
      () -> CompletableFuture.completedFuture(null);
  private boolean failed;
  private long beganNanos;
  private @Nullable DrainResult result;
  private boolean hooksRan;

  /** End of the drain while draining, then of the current step. Null when there is none. */
  private @Nullable Deadline deadline;

  Departure(
      Outbox outbox,
      Application application,
      Chores chores,
      Ending ending,
      Executor events,
      NanoClock clock) {
    this.outbox = requireNonNull(outbox, "outbox");
    this.application = requireNonNull(application, "application");
    this.chores = requireNonNull(chores, "chores");
    this.ending = requireNonNull(ending, "ending");
    this.events = requireNonNull(events, "events");
    this.clock = requireNonNull(clock, "clock");
  }

  /** There is a door to drain and an application to close from now on. */
  void attach(FrontDoor newDoor, Supplier<? extends CompletionStage<?>> newCloseApplication) {
    door = newDoor;
    closeApplication = newCloseApplication;
  }

  /** The exit will be a failure; its reason has been sent. */
  void markFailed() {
    failed = true;
  }

  /** Whether the exit has begun. */
  boolean isOver() {
    return step == Step.EXITING;
  }

  Optional<Deadline> nextDeadline() {
    return Optional.ofNullable(deadline);
  }

  /** Begins; once only. */
  void begin(Duration limit) {
    step = Step.DRAINING;
    beganNanos = clock.nanos();
    limitTo(limit);
    List<Runnable> hooks = application.beginDrain();
    hooksRan = hooks.isEmpty();
    if (!hooksRan) {
      chores.runDrainHooks(hooks, () -> events.execute(this::hooksRan));
    }
    if (door == null) {
      doorDrained(new DrainResult(0, 0));
    } else {
      drain(door, limit);
    }
  }

  /** Shortens the drain if that limit ends earlier; later ones change nothing. */
  void hurry(Duration limit) {
    if (step != Step.DRAINING
        || limit.plus(DRAIN_GRACE).toNanos() >= requireNonNull(deadline).remainingNanos()) {
      return;
    }
    limitTo(limit);
    if (door != null && result == null) {
      drain(door, limit);
    }
  }

  void timePassed() {
    if (deadline == null || !deadline.hasPassed()) {
      return;
    }
    if (step == Step.DRAINING) {
      if (result == null) {
        drainFailed("connections are still open after the drain limit (does an event loop hang?)");
      }
      if (!hooksRan) {
        StandardError.say(
            "the drain hooks of the application did not end in time; exiting without them");
      }
      report();
    } else if (step == Step.REPORTING) {
      exit();
    }
  }

  private void hooksRan() {
    hooksRan = true;
    reportOnceDrained();
  }

  private void lastReportSent() {
    if (step == Step.REPORTING) {
      exit();
    }
  }

  private void limitTo(Duration limit) {
    // First, so that even a door whose drain hangs cannot keep an orphan alive.
    ending.haltAfter(limit.plus(HALT_GRACE));
    deadline = Deadline.after(limit.plus(DRAIN_GRACE), clock);
  }

  private void drain(FrontDoor open, Duration limit) {
    CompletionStage<DrainResult> drain;
    try {
      drain = open.drain(limit);
    } catch (RuntimeException e) {
      drain = CompletableFuture.failedFuture(e);
    }
    drain.whenComplete(
        (drained, failure) ->
            events.execute(
                () -> {
                  if (failure == null) {
                    doorDrained(drained);
                  } else {
                    drainFailed("the drain failed, what is open is cut: " + failure);
                    doorDrained(new DrainResult(0, 0));
                  }
                }));
  }

  private void doorDrained(DrainResult drained) {
    if (result == null) {
      result = drained;
      reportOnceDrained();
    }
  }

  private void drainFailed(String reason) {
    if (!failed && step == Step.DRAINING) {
      failed = true;
      StandardError.say(reason);
      outbox.send(new Failed(reason));
    }
  }

  private void reportOnceDrained() {
    if (step == Step.DRAINING && result != null && hooksRan) {
      report();
    }
  }

  private void report() {
    step = Step.REPORTING;
    deadline = Deadline.after(REPORT_LIMIT, clock);
    if (door == null) {
      exit();
    } else {
      chores.finishReports(() -> events.execute(this::lastReportSent));
    }
  }

  private void exit() {
    step = Step.EXITING;
    deadline = null;
    // A failed worker has said so; that it is drained as well would hide the failure.
    if (!failed) {
      DrainResult left = requireNonNull(result, "result");
      outbox.send(
          new Drained(
              left.cut(), left.cutRequests(), Duration.ofNanos(clock.nanos() - beganNanos)));
    }
    ending.haltAfter(EXIT_LIMIT);
    ending.exit(failed ? 1 : 0, closeApplication);
  }
}
