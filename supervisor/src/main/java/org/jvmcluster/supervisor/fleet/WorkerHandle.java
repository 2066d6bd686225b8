package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.fleet.DoomedState.Gone;
import org.jvmcluster.supervisor.fleet.WorkerState.Phase;

/**
 * The fleet's view of one worker, from the order to start its process until that is gone. Takes
 * events and orders to its current {@link WorkerState} and tells its {@link Place} of every change
 * of {@link Phase}.
 */
final class WorkerHandle {
  private final Launch launch;
  private final Place place;
  private WorkerState state;

  /** Orders the process. */
  WorkerHandle(Launch launch, Place place, WarmUp warmUp, Moment now) {
    this.launch = launch;
    this.place = place;
    this.state = launch.spawn(warmUp, now);
  }

  LaunchId id() {
    return launch.id();
  }

  Generation generation() {
    return launch.generation();
  }

  /** What is known of it whatever its state. */
  Launch launch() {
    return launch;
  }

  Phase phase() {
    return state.phase();
  }

  boolean isReady() {
    return phase() == Phase.READY;
  }

  Optional<Due> due() {
    return state.due();
  }

  FleetView.WorkerState shown() {
    return state.shown();
  }

  /** Why it leaves or left; empty while it does not. */
  Optional<Departure> departure() {
    return state instanceof LeavingState leaving ? Optional.of(leaving.why()) : Optional.empty();
  }

  /** Whether it was killed, or will be as soon as there is a process to kill. */
  boolean isDoomed() {
    return state instanceof DoomedState;
  }

  /** Whether an operation that wants it gone waits for it. */
  boolean isWaitedFor() {
    return state.isWaitedFor();
  }

  void handle(FleetEvent.OfWorker event, Moment now) {
    become(event.accept(new Answer(now)), now);
  }

  void timePassed(Moment now) {
    Optional<Due> due = state.due();
    if (due.isPresent() && due.get().hasCome(now)) {
      become(state.waitedTooLong(launch, now), now);
    }
  }

  /** The older worker of the slot is gone: take the sockets as soon as possible. */
  void serveAlone(Moment now) {
    launch.beAlone();
    become(state.serveAlone(launch, now), now);
  }

  /** Finish what is in flight and exit; at once where nothing can be in flight. */
  void retire(Departure why, Moment now) {
    become(state.retire(launch, why, now), now);
  }

  /** End at once. */
  void kill(Departure why, Moment now) {
    become(state.kill(launch, why, now), now);
  }

  private void become(WorkerState next, Moment now) {
    Phase before = state.phase();
    state = next;
    if (before == next.phase()) {
      return;
    }
    switch (next.phase()) {
      case BOOTING -> throw new IllegalStateException(launch.describe() + " cannot boot again");
      case READY -> place.becameReady(this, now);
      case LEAVING -> place.left(this, now);
      case GONE -> {
        if (before != Phase.LEAVING) {
          place.left(this, now);
        }
        place.gone(this, (Gone) next, now);
      }
    }
  }

  /** Leads each event to the method of the state that answers it. */
  private final class Answer implements FleetEvent.WorkerVisitor<WorkerState> {
    private final Moment now;

    Answer(Moment now) {
      this.now = now;
    }

    @Override
    public WorkerState spawned(FleetEvent.Spawned event) {
      launch.exists(event.pid(), now);
      return state.spawned(launch, now);
    }

    @Override
    public WorkerState spawnFailed(FleetEvent.SpawnFailed event) {
      return state.spawnFailed(launch, event.reason(), now);
    }

    @Override
    public WorkerState saidHello(FleetEvent.SaidHello event) {
      return state.saidHello(launch, now);
    }

    @Override
    public WorkerState becameListening(FleetEvent.BecameListening event) {
      return state.becameListening(launch, now);
    }

    @Override
    public WorkerState becameWarm(FleetEvent.BecameWarm event) {
      return state.becameWarm(launch, event.requests(), event.took(), now);
    }

    @Override
    public WorkerState becameReady(FleetEvent.BecameReady event) {
      return state.becameReady(launch, now);
    }

    @Override
    public WorkerState reported(FleetEvent.Reported event) {
      launch.hear(event.pulse(), now);
      return state.reported(launch, now);
    }

    @Override
    public WorkerState examined(FleetEvent.Examined event) {
      return state.examined(launch, event.isStarved(), event.finding(), now);
    }

    @Override
    public WorkerState dumped(FleetEvent.Dumped event) {
      return state.dumped(launch, event.seen(), now);
    }

    @Override
    public WorkerState reportedFailure(FleetEvent.ReportedFailure event) {
      return state.reportedFailure(launch, event.reason(), now);
    }

    @Override
    public WorkerState finishedDrain(FleetEvent.FinishedDrain event) {
      return state.finishedDrain(launch, event.cut(), event.cutRequests(), now);
    }

    @Override
    public WorkerState lostControl(FleetEvent.LostControl event) {
      return state.lostControl(launch, now);
    }

    @Override
    public WorkerState exited(FleetEvent.Exited event) {
      return state.exited(launch, event.status(), now);
    }
  }
}
