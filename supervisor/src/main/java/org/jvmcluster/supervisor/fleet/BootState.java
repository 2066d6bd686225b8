package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/**
 * Not yet ready. All of these states share one deadline, reckoned from the start of the process,
 * and what to do when the worker does not make it; they differ in how far it has come.
 */
sealed interface BootState extends WorkerState
    permits UnjoinedState, BootState.Joined, BootState.Warming, BootState.Taking {

  /** When the worker must be ready. */
  Due readyBy();

  /** How far it has come, for the reader of a log who asks why it is not ready. */
  String progress();

  @Override
  default Optional<Due> due() {
    return Optional.of(readyBy());
  }

  @Override
  default Phase phase() {
    return Phase.BOOTING;
  }

  /** Seen a second time, or after its hello. */
  @Override
  default WorkerState spawned(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState spawnFailed(Launch worker, String reason, Moment now) {
    return worker.couldNotStart(reason, now);
  }

  /** Its boot has a limit of its own. */
  @Override
  default WorkerState reported(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState examined(Launch worker, boolean isStarved, String finding, Moment now) {
    return this;
  }

  @Override
  default WorkerState dumped(Launch worker, Optional<ThreadsSeen> seen, Moment now) {
    return this;
  }

  @Override
  default WorkerState reportedFailure(Launch worker, String reason, Moment now) {
    return worker.failed(reason, now);
  }

  /** It was never told to drain; what it means shows when it exits. */
  @Override
  default WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now) {
    return this;
  }

  @Override
  default WorkerState exited(Launch worker, ExitStatus status, Moment now) {
    return worker.died(status, now);
  }

  @Override
  default WorkerState waitedTooLong(Launch worker, Moment now) {
    String limit = DurationText.of(worker.settings().readyTimeout());
    return kill(
        worker,
        new Departure(Cause.NEVER_READY, "was not ready within " + limit + ": " + progress()),
        now);
  }

  /** It serves nobody yet, so there is nothing to finish. */
  @Override
  default WorkerState retire(Launch worker, Departure why, Moment now) {
    return kill(worker, why, now);
  }

  @Override
  default WorkerState kill(Launch worker, Departure why, Moment now) {
    return worker.endProcess(why, now);
  }

  @Override
  default boolean isWaitedFor() {
    return true;
  }

  @Override
  default FleetView.WorkerState shown() {
    return FleetView.WorkerState.STARTING;
  }

  /** It said hello; an older worker serves the slot, so it gets its sockets once it is warm. */
  record Joined(Due readyBy) implements BootState {
    public Joined {
      requireNonNull(readyBy, "readyBy");
    }

    @Override
    public String progress() {
      return "it joined, but its application did not bind the port";
    }

    @Override
    public WorkerState saidHello(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState becameListening(Launch worker, Moment now) {
      return new Warming(readyBy);
    }

    @Override
    public WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now) {
      return new Warming(readyBy).becameWarm(worker, requests, took, now);
    }

    /** It holds no socket, so it cannot be: were it believed, the slot would go unserved. */
    @Override
    public WorkerState becameReady(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return worker.lostControl(Patience.LAST_WORD_TO_EXIT, now);
    }

    @Override
    public WorkerState serveAlone(Launch worker, Moment now) {
      return worker.handSockets(readyBy, false);
    }
  }

  /** Its application is bound and warms up on requests of its own. */
  record Warming(Due readyBy) implements BootState {
    public Warming {
      requireNonNull(readyBy, "readyBy");
    }

    @Override
    public String progress() {
      return "its warm-up did not end";
    }

    @Override
    public WorkerState saidHello(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState becameListening(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now) {
      worker.warmed(requests, took, now);
      return worker.handSockets(readyBy, true);
    }

    /** It holds no socket, so it cannot be. */
    @Override
    public WorkerState becameReady(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return worker.lostControl(Patience.LAST_WORD_TO_EXIT, now);
    }

    @Override
    public WorkerState serveAlone(Launch worker, Moment now) {
      return worker.handSockets(readyBy, true);
    }

    @Override
    public FleetView.WorkerState shown() {
      return FleetView.WorkerState.WARMING;
    }
  }

  /**
   * It was handed its sockets and has not yet said that it accepts.
   *
   * @param bound whether its application has bound its ports: from then on it may have accepted a
   *     connection though the news is still on its way
   */
  record Taking(Due readyBy, boolean bound) implements BootState {
    public Taking {
      requireNonNull(readyBy, "readyBy");
    }

    @Override
    public String progress() {
      return bound
          ? "it holds its sockets, but never said that it accepts"
          : "it holds its sockets, but its application did not bind the port";
    }

    @Override
    public WorkerState saidHello(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState becameListening(Launch worker, Moment now) {
      return new Taking(readyBy, true);
    }

    @Override
    public WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now) {
      worker.warmed(requests, took, now);
      return new Taking(readyBy, true);
    }

    @Override
    public WorkerState becameReady(Launch worker, Moment now) {
      return worker.accepts(now);
    }

    @Override
    public WorkerState lostControl(Launch worker, Moment now) {
      return worker.lostControl(worker.drainPatience(), now);
    }

    @Override
    public WorkerState serveAlone(Launch worker, Moment now) {
      return this;
    }

    @Override
    public WorkerState retire(Launch worker, Departure why, Moment now) {
      return bound ? worker.drain(why, now) : kill(worker, why, now);
    }
  }
}
