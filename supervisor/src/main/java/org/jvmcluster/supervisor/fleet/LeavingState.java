package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * On its way out, or gone. Nothing brings a worker back from here: what it says of its boot, its
 * warm-up or its readiness came too late and changes nothing.
 */
sealed interface LeavingState extends WorkerState
    permits LeavingState.Draining, LeavingState.Hanging, LeavingState.Exiting, DoomedState {

  /** Why it leaves, or left. */
  Departure why();

  @Override
  default Phase phase() {
    return Phase.LEAVING;
  }

  @Override
  default WorkerState saidHello(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState becameListening(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now) {
    return this;
  }

  @Override
  default WorkerState becameReady(Launch worker, Moment now) {
    return this;
  }

  /** Its end has a limit of its own. */
  @Override
  default WorkerState reported(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState examined(Launch worker, boolean isStarved, String finding, Moment now) {
    return this;
  }

  /** Too late; it is on record that no answer came. */
  @Override
  default WorkerState dumped(Launch worker, Optional<ThreadsSeen> seen, Moment now) {
    return this;
  }

  @Override
  default WorkerState serveAlone(Launch worker, Moment now) {
    return this;
  }

  /** It leaves already; the reason it left for stands. */
  @Override
  default WorkerState retire(Launch worker, Departure why, Moment now) {
    return this;
  }

  /**
   * It was told to drain.
   *
   * @param sinceNanos reading of the monotonic clock when it was told
   * @param killAt a margin beyond the limit at which it cuts what is left by itself
   */
  record Draining(Departure why, long sinceNanos, Due killAt) implements LeavingState {
    public Draining {
      requireNonNull(why, "why");
      requireNonNull(killAt, "killAt");
    }

    @Override
    public WorkerState spawned(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState spawnFailed(Launch worker, String reason, Moment now) {
      return this;
    }

    @Override
    public WorkerState reportedFailure(Launch worker, String reason, Moment now) {
      return worker.failedWhileDraining(why, reason, now);
    }

    @Override
    public WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
      return worker.drained(why, cut, cutRequests, Optional.of(now.since(sinceNanos)), now);
    }

    /** It closes the channel when it exits; if it does not, {@code killAt} finds it. */
    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return this;
    }

    /**
     * Code 0 is how a drained worker ends; the news of its drain and of its exit come from two
     * threads and may overtake each other.
     */
    @Override
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      if (status.code() != 0) {
        worker.countBrokenDrain();
      }
      String when = " " + DurationText.of(now.since(sinceNanos)) + " after it was told to drain";
      return worker.exitedAsExpected(why, status, now.since(sinceNanos), when, now);
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      worker.countBrokenDrain();
      String late = DurationText.of(now.since(sinceNanos)) + " after it was told to drain";
      return worker.endProcess(new Departure(why.cause(), "still lives " + late), now);
    }

    @Override
    public WorkerState kill(Launch worker, Departure why, Moment now) {
      worker.countBrokenDrain();
      return worker.endProcess(why, now);
    }

    @Override
    public Optional<Due> due() {
      return Optional.of(killAt);
    }

    @Override
    public boolean isWaitedFor() {
      return true;
    }

    @Override
    public FleetView.WorkerState shown() {
      return FleetView.WorkerState.DRAINING;
    }
  }

  /**
   * It hangs. Before it is killed it is asked what its threads are at, since a killed worker cannot
   * tell; meanwhile its successor boots.
   *
   * @param dumpBy when it is killed without having answered
   */
  record Hanging(Departure why, long sinceNanos, Due dumpBy) implements LeavingState {
    public Hanging {
      requireNonNull(why, "why");
      requireNonNull(dumpBy, "dumpBy");
    }

    @Override
    public WorkerState spawned(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState spawnFailed(Launch worker, String reason, Moment now) {
      return this;
    }

    @Override
    public WorkerState dumped(Launch worker, Optional<ThreadsSeen> seen, Moment now) {
      return worker.endHanging(why, seen, now);
    }

    @Override
    public WorkerState reportedFailure(Launch worker, String reason, Moment now) {
      return this;
    }

    @Override
    public WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
      return this;
    }

    /** No answer can come any more. */
    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return worker.endHanging(why, Optional.empty(), now);
    }

    @Override
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      worker.noteHang(why, Optional.empty(), now);
      String when = " by itself, " + DurationText.of(now.since(sinceNanos)) + " after that";
      return worker.exitedAsExpected(why, status, now.since(sinceNanos), when, now);
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      return worker.endHanging(why, Optional.empty(), now);
    }

    @Override
    public WorkerState kill(Launch worker, Departure order, Moment now) {
      return worker.endProcess(new Departure(why.cause(), order.story()), now);
    }

    @Override
    public Optional<Due> due() {
      return Optional.of(dumpBy);
    }

    @Override
    public boolean isWaitedFor() {
      return true;
    }

    @Override
    public FleetView.WorkerState shown() {
      return FleetView.WorkerState.BLOCKED;
    }
  }

  /** It ends by itself: it has drained, or failed, or lost its control channel and drains now. */
  record Exiting(Departure why, long sinceNanos, Due killAt) implements LeavingState {
    public Exiting {
      requireNonNull(why, "why");
      requireNonNull(killAt, "killAt");
    }

    @Override
    public WorkerState spawned(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState spawnFailed(Launch worker, String reason, Moment now) {
      return worker.neverExisted(why);
    }

    @Override
    public WorkerState reportedFailure(Launch worker, String reason, Moment now) {
      return this;
    }

    @Override
    public WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
      return this;
    }

    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      if (why.cause() == Departure.Cause.LOST_CONTROL && status.code() != 0) {
        // A crash closes the control channel first and is seen to exit a moment later.
        return worker.died(status, now);
      }
      return worker.exitedAsExpected(why, status, now.since(sinceNanos), "", now);
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      String late = DurationText.of(now.since(sinceNanos));
      return worker.endProcess(
          new Departure(why.cause(), why.story() + ", and still lives " + late + " later"), now);
    }

    @Override
    public WorkerState kill(Launch worker, Departure order, Moment now) {
      return worker.endProcess(new Departure(why.cause(), order.story()), now);
    }

    @Override
    public Optional<Due> due() {
      return Optional.of(killAt);
    }

    @Override
    public boolean isWaitedFor() {
      return true;
    }

    @Override
    public FleetView.WorkerState shown() {
      return FleetView.WorkerState.DRAINING;
    }
  }
}
