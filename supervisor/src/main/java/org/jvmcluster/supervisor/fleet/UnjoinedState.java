package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Not yet on the control channel, so it cannot have said any of this. */
sealed interface UnjoinedState extends BootState
    permits UnjoinedState.Spawning, UnjoinedState.Booting {
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

  @Override
  default WorkerState lostControl(Launch worker, Moment now) {
    return this;
  }

  @Override
  default WorkerState serveAlone(Launch worker, Moment now) {
    return this;
  }

  /** The process was ordered and has not been seen yet. */
  record Spawning(Due readyBy) implements UnjoinedState {
    public Spawning {
      requireNonNull(readyBy, "readyBy");
    }

    @Override
    public String progress() {
      return "its process was never seen to start";
    }

    @Override
    public WorkerState spawned(Launch worker, Moment now) {
      return new Booting(readyBy);
    }

    /** The hello overtook the news of the process, which comes from another thread. */
    @Override
    public WorkerState saidHello(Launch worker, Moment now) {
      return new Booting(readyBy).saidHello(worker, now);
    }
  }

  /** The process exists. */
  record Booting(Due readyBy) implements UnjoinedState {
    public Booting {
      requireNonNull(readyBy, "readyBy");
    }

    @Override
    public String progress() {
      return "it never joined the control channel";
    }

    @Override
    public WorkerState saidHello(Launch worker, Moment now) {
      return worker.isAlone() ? worker.handSockets(readyBy, false) : new BootState.Joined(readyBy);
    }
  }
}
