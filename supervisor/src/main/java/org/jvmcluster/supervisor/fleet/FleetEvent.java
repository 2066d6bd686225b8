package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;

/** Something that happened, told to the {@link Fleet} in the order in which it was noticed. */
public sealed interface FleetEvent {

  /** The supervisor owns its port and starts its workers. Sent once, first. */
  record Opened() implements FleetEvent {}

  /** Time went by; sent no later than {@link Fleet#nextDeadlineNanos()}. */
  record TimePassed() implements FleetEvent {}

  // --- of one worker ---

  /** An event that concerns one launch. */
  sealed interface OfWorker extends FleetEvent {
    /** The launch it concerns. */
    LaunchId launch();
  }

  /** The process exists. */
  record Spawned(LaunchId launch, long pid) implements OfWorker {}

  /** The process could not be started. */
  record SpawnFailed(LaunchId launch, String reason) implements OfWorker {
    public SpawnFailed {
      requireNonNull(reason, "reason");
    }
  }

  /** The worker joined the control channel. */
  record SaidHello(LaunchId launch) implements OfWorker {}

  /** The application has bound its ports. */
  record BecameListening(LaunchId launch) implements OfWorker {}

  /** The warm-up is over. */
  record BecameWarm(LaunchId launch, long requests, Duration took) implements OfWorker {}

  /** The worker accepts connections. */
  record BecameReady(LaunchId launch) implements OfWorker {}

  /** The worker says why it cannot go on; its exit follows. */
  record ReportedFailure(LaunchId launch, String reason) implements OfWorker {
    public ReportedFailure {
      requireNonNull(reason, "reason");
    }
  }

  /** The worker has no connection left; its exit follows. */
  record FinishedDrain(LaunchId launch, long cut, long cutRequests) implements OfWorker {}

  /** The control channel of a worker ended though its process may live: it drains by itself. */
  record LostControl(LaunchId launch) implements OfWorker {}

  /** The process is gone. Sent exactly once for every {@link Spawned}. */
  record Exited(LaunchId launch, ExitStatus status) implements OfWorker {
    public Exited {
      requireNonNull(status, "status");
    }
  }

  // --- asked by an operator ---

  /** Replace every worker, one by one, by one of a new generation. */
  record RestartAsked(RequestId request) implements FleetEvent {}

  /** The files and settings of a new generation stand ready, asked for by {@code Prepare}. */
  record GenerationPrepared(Generation generation) implements FleetEvent {}

  /** They could not be made ready. */
  record GenerationFailed(Generation generation, String reason) implements FleetEvent {
    public GenerationFailed {
      requireNonNull(reason, "reason");
    }
  }

  /** Have so many workers, 1 to 1024. */
  record ScaleAsked(RequestId request, int workers) implements FleetEvent {}

  /**
   * End everything.
   *
   * @param now kill instead of drain; also what a second ask means
   */
  record StopAsked(RequestId request, boolean now) implements FleetEvent {}
}
