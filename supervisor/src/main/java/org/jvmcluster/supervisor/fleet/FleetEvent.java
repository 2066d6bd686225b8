package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;

/** Something that happened, told to the {@link Fleet} in the order in which it was noticed. */
public sealed interface FleetEvent {

  /** Hands this event to the one method that answers its kind. */
  <R> R accept(Visitor<R> visitor);

  /** The supervisor owns its port and starts its workers. Sent once, first. */
  record Opened() implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.opened(this);
    }
  }

  /** Time went by; sent no later than {@link Fleet#nextDeadlineNanos()}. */
  record TimePassed() implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.timePassed(this);
    }
  }

  /** An event that concerns one launch. */
  sealed interface OfWorker extends FleetEvent {
    /** The launch it concerns. */
    LaunchId launch();

    /** Hands this event to the one method that answers its kind. */
    <R> R accept(WorkerVisitor<R> visitor);

    @Override
    default <R> R accept(Visitor<R> visitor) {
      return visitor.ofWorker(this);
    }
  }

  /** The process exists. */
  record Spawned(LaunchId launch, long pid) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.spawned(this);
    }
  }

  /** The process could not be started. */
  record SpawnFailed(LaunchId launch, String reason) implements OfWorker {
    public SpawnFailed {
      requireNonNull(reason, "reason");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.spawnFailed(this);
    }
  }

  /** The worker joined the control channel. */
  record SaidHello(LaunchId launch) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.saidHello(this);
    }
  }

  /** The application has bound its ports. */
  record BecameListening(LaunchId launch) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.becameListening(this);
    }
  }

  /** The warm-up is over. */
  record BecameWarm(LaunchId launch, long requests, Duration took) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.becameWarm(this);
    }
  }

  /** The worker accepts connections. */
  record BecameReady(LaunchId launch) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.becameReady(this);
    }
  }

  /** The worker sent a report. */
  record Reported(LaunchId launch, Pulse pulse) implements OfWorker {
    public Reported {
      requireNonNull(pulse, "pulse");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.reported(this);
    }
  }

  /**
   * Why a worker is silent, as far as the machine can tell; asked for by {@code Examine}.
   *
   * @param isStarved whether it would go on if it had CPU
   * @param finding continues a sentence whose subject is the worker
   */
  record Examined(LaunchId launch, boolean isStarved, String finding) implements OfWorker {
    public Examined {
      requireNonNull(finding, "finding");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.examined(this);
    }
  }

  /**
   * What the threads of a worker are at; asked for by {@code DumpThreads}.
   *
   * @param seen empty when it did not answer in time
   */
  record Dumped(LaunchId launch, Optional<ThreadsSeen> seen) implements OfWorker {
    public Dumped {
      requireNonNull(seen, "seen");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.dumped(this);
    }
  }

  /** The worker says why it cannot go on; its exit follows. */
  record ReportedFailure(LaunchId launch, String reason) implements OfWorker {
    public ReportedFailure {
      requireNonNull(reason, "reason");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.reportedFailure(this);
    }
  }

  /** The worker has no connection left; its exit follows. */
  record FinishedDrain(LaunchId launch, long cut, long cutRequests) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.finishedDrain(this);
    }
  }

  /** The control channel of a worker ended though its process may live: it drains by itself. */
  record LostControl(LaunchId launch) implements OfWorker {
    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.lostControl(this);
    }
  }

  /** The process is gone. Sent exactly once for every {@link Spawned}. */
  record Exited(LaunchId launch, ExitStatus status) implements OfWorker {
    public Exited {
      requireNonNull(status, "status");
    }

    @Override
    public <R> R accept(WorkerVisitor<R> visitor) {
      return visitor.exited(this);
    }
  }

  /** Replace every worker, one by one, by one of a new generation. */
  record RestartAsked(RequestId request) implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.restartAsked(this);
    }
  }

  /** The files and settings of a new generation stand ready, asked for by {@code Prepare}. */
  record GenerationPrepared(Generation generation) implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.generationPrepared(this);
    }
  }

  /** They could not be made ready. */
  record GenerationFailed(Generation generation, String reason) implements FleetEvent {
    public GenerationFailed {
      requireNonNull(reason, "reason");
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.generationFailed(this);
    }
  }

  /**
   * Other limits and delays, for every worker started from now on. The number of workers in it is
   * not looked at: scaling is {@link ScaleAsked}.
   */
  record SettingsChanged(FleetSettings settings) implements FleetEvent {
    public SettingsChanged {
      requireNonNull(settings, "settings");
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.settingsChanged(this);
    }
  }

  /** Have so many workers, 1 to 1024. */
  record ScaleAsked(RequestId request, int workers) implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.scaleAsked(this);
    }
  }

  /**
   * End everything.
   *
   * @param now kill instead of drain; also what a second ask means
   */
  record StopAsked(RequestId request, boolean now) implements FleetEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.stopAsked(this);
    }
  }

  /** One answer for every kind of event, so that the compiler notices a forgotten one. */
  interface Visitor<R> {
    R opened(Opened event);

    R timePassed(TimePassed event);

    R ofWorker(OfWorker event);

    R restartAsked(RestartAsked event);

    R generationPrepared(GenerationPrepared event);

    R generationFailed(GenerationFailed event);

    R settingsChanged(SettingsChanged event);

    R scaleAsked(ScaleAsked event);

    R stopAsked(StopAsked event);
  }

  /** The same for the events of one worker. */
  interface WorkerVisitor<R> {
    R spawned(Spawned event);

    R spawnFailed(SpawnFailed event);

    R saidHello(SaidHello event);

    R becameListening(BecameListening event);

    R becameWarm(BecameWarm event);

    R becameReady(BecameReady event);

    R reported(Reported event);

    R examined(Examined event);

    R dumped(Dumped event);

    R reportedFailure(ReportedFailure event);

    R finishedDrain(FinishedDrain event);

    R lostControl(LostControl event);

    R exited(Exited event);
  }
}
