package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/** It accepts connections. Lasts for ever if all goes well. */
record ReadyState() implements WorkerState {

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

  @Override
  public WorkerState waitedTooLong(Launch worker, Moment now) {
    return this;
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
    return Optional.empty();
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
