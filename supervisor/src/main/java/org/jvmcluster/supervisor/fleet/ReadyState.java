package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/**
 * It accepts connections. Lasts for ever if all goes well, and is watched: a worker whose loops are
 * all blocked, or that is silent, for the hang limit has its threads dumped and is killed, unless
 * it is merely starved of CPU. Of the loops its reports tell; of a silent one the machine is asked.
 *
 * @param silence when it will have been silent for too long, or when the machine will have taken
 *     too long to say why it is; empty when hangs are not looked for
 * @param examined whether the machine was asked and has not answered
 * @param excused whether the log was told that it is starved, since it last was not
 */
record ReadyState(Optional<Due> silence, boolean examined, boolean excused) implements WorkerState {
  ReadyState {
    requireNonNull(silence, "silence");
  }

  /** As of a sign of life. */
  static ReadyState heard(Launch worker, Moment now) {
    return new ReadyState(silenceFrom(worker, now), false, false);
  }

  private static Optional<Due> silenceFrom(Launch worker, Moment now) {
    return worker.hangLimit().map(limit -> Due.after(now, limit));
  }

  @Override
  public Phase phase() {
    return Phase.READY;
  }

  @Override
  public WorkerState spawned(Launch worker, Moment now) {
    return this;
  }

  /** It said that it is ready; whoever says that it never started is wrong. */
  @Override
  public WorkerState spawnFailed(Launch worker, String reason, Moment now) {
    return this;
  }

  @Override
  public WorkerState saidHello(Launch worker, Moment now) {
    return this;
  }

  @Override
  public WorkerState becameListening(Launch worker, Moment now) {
    return this;
  }

  /** It had nobody to serve the slot meanwhile and warmed up behind the gate. */
  @Override
  public WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now) {
    worker.warmed(requests, took, now);
    return this;
  }

  @Override
  public WorkerState becameReady(Launch worker, Moment now) {
    return this;
  }

  @Override
  public WorkerState reported(Launch worker, Moment now) {
    Optional<Duration> tooLong = worker.blockedTooLong(now);
    if (tooLong.isEmpty()) {
      return heard(worker, now);
    }
    String blocked = "its event loops have been blocked for " + DurationText.of(tooLong.get());
    if (!worker.isStarved(tooLong.get())) {
      return worker.hangs(new Departure(Cause.HANG, blocked), now);
    }
    if (!excused) {
      worker.excuse(blocked + ", but it waits for CPU", now);
    }
    return new ReadyState(silenceFrom(worker, now), false, true);
  }

  @Override
  public WorkerState examined(Launch worker, boolean isStarved, String finding, Moment now) {
    if (!examined) {
      return this; // A report came before the answer.
    }
    String silent = "sent no report for " + DurationText.of(worker.silentFor(now));
    if (!isStarved) {
      return worker.hangs(new Departure(Cause.HANG, silent + ": " + finding), now);
    }
    if (!excused) {
      worker.excuse(silent + ", but " + finding, now);
    }
    return new ReadyState(Optional.of(Due.after(now, Patience.STARVED_TO_NEXT_LOOK)), false, true);
  }

  /** Nobody asked for one that the fleet would have to know of. */
  @Override
  public WorkerState dumped(Launch worker, Optional<ThreadsSeen> seen, Moment now) {
    return this;
  }

  @Override
  public WorkerState reportedFailure(Launch worker, String reason, Moment now) {
    return worker.failed(reason, now);
  }

  /** Somebody else made it drain: a signal from a shell, for instance. */
  @Override
  public WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
    return worker.drained(
        new Departure(Cause.EXITED, "drained without being asked"),
        cut,
        cutRequests,
        Optional.empty(),
        now);
  }

  @Override
  public WorkerState lostControl(Launch worker, Moment now) {
    return worker.lostControl(worker.drainPatience(), now);
  }

  @Override
  public WorkerState exited(Launch worker, ExitStatus status, Moment now) {
    return worker.died(status, now);
  }

  /** It is silent; or nobody could say why, and then its silence is all there is to go by. */
  @Override
  public WorkerState waitedTooLong(Launch worker, Moment now) {
    if (examined) {
      return examined(worker, false, "and its process could not be examined", now);
    }
    worker.examine();
    return new ReadyState(Optional.of(Due.after(now, Patience.EXAMINE)), true, excused);
  }

  @Override
  public WorkerState serveAlone(Launch worker, Moment now) {
    return this;
  }

  @Override
  public WorkerState retire(Launch worker, Departure why, Moment now) {
    return worker.drain(why, now);
  }

  @Override
  public WorkerState kill(Launch worker, Departure why, Moment now) {
    return worker.endProcess(why, now);
  }

  @Override
  public Optional<Due> due() {
    return silence;
  }

  @Override
  public boolean isWaitedFor() {
    return true;
  }

  @Override
  public FleetView.WorkerState shown() {
    return FleetView.WorkerState.READY;
  }
}
