package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Ended, as far as the fleet can: only the news of the process matters any more. */
sealed interface DoomedState extends LeavingState {

  @Override
  default WorkerState reportedFailure(Launch worker, String reason, Moment now) {
    return this;
  }

  @Override
  default WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
    return this;
  }

  @Override
  default WorkerState lostControl(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState kill(Launch worker, Departure order, Moment now) {
    return this;
  }

  @Override
  default FleetView.WorkerState shown() {
    return FleetView.WorkerState.EXITED;
  }

  /**
   * SIGKILL was sent and its exit is awaited. A process that hangs in the kernel survives that, so
   * it is killed and logged again and again, and never forgotten.
   *
   * @param kills how many were sent
   */
  record Killed(Departure why, long sinceNanos, int kills, Due killAgainAt) implements DoomedState {
    public Killed {
      requireNonNull(why, "why");
      requireNonNull(killAgainAt, "killAgainAt");
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
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      String when = " " + DurationText.of(now.since(sinceNanos)) + " after it was killed";
      return worker.exitedAsExpected(why, status, now.since(sinceNanos), when, now);
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      worker.killAgain(now.since(sinceNanos), now);
      return new Killed(why, sinceNanos, kills + 1, Due.after(now, Patience.KILL_TO_EXIT));
    }

    @Override
    public Optional<Due> due() {
      return Optional.of(killAgainAt);
    }

    @Override
    public boolean isWaitedFor() {
      return kills < Patience.KILLS_UNTIL_NOBODY_WAITS;
    }
  }

  /**
   * It is to be killed, but its process has not been seen yet.
   *
   * @param reminders how often the log was told that it has still not been seen
   */
  record Abandoned(Departure why, int reminders, Due remindAt) implements DoomedState {
    public Abandoned {
      requireNonNull(why, "why");
      requireNonNull(remindAt, "remindAt");
    }

    @Override
    public WorkerState spawned(Launch worker, Moment now) {
      return worker.endProcess(why, now);
    }

    @Override
    public WorkerState spawnFailed(Launch worker, String reason, Moment now) {
      return worker.neverExisted(why);
    }

    @Override
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      return worker.exitedAsExpected(why, status, worker.age(now), "", now);
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      worker.remindOfSpawn(now);
      return new Abandoned(why, reminders + 1, Due.after(now, Patience.KILL_TO_EXIT));
    }

    @Override
    public Optional<Due> due() {
      return Optional.of(remindAt);
    }

    @Override
    public boolean isWaitedFor() {
      return reminders + 1 < Patience.KILLS_UNTIL_NOBODY_WAITS;
    }
  }

  /**
   * Its process is gone, or never was.
   *
   * @param status empty when there was no process
   */
  record Gone(Departure why, Optional<ExitStatus> status) implements DoomedState {
    public Gone {
      requireNonNull(why, "why");
      requireNonNull(status, "status");
    }

    @Override
    public Phase phase() {
      return Phase.GONE;
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
    public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
      return this;
    }

    @Override
    public WorkerState waitedTooLong(Launch worker, Moment now) {
      return this;
    }

    @Override
    public Optional<Due> due() {
      return Optional.empty();
    }

    @Override
    public boolean isWaitedFor() {
      return false;
    }
  }
}
