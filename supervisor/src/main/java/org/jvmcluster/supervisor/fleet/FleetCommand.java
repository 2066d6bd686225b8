package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

/** What the {@link Fleet} wants done. Carried out in order by the supervisor loop. */
public sealed interface FleetCommand {

  /** Hands this command to the one method that carries out its kind. */
  void accept(Executor executor);

  /**
   * Have a listening socket for every slot below {@code slots} and hand new ones to all workers
   * that hold sockets already. Never closes one: that would reset what waits in it.
   */
  record OpenSlots(int slots) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.openSlots(this);
    }
  }

  /** Start a worker process. Answered by {@code Spawned} or {@code SpawnFailed}. */
  record Spawn(LaunchId launch, Slot slot, Generation generation, WarmUp warmUp)
      implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.spawn(this);
    }
  }

  /** Give the worker the sockets of all slots, its own first. */
  record HandSockets(LaunchId launch) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.handSockets(this);
    }
  }

  /** Tell the worker to drain. */
  record Drain(LaunchId launch, Duration limit) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.drain(this);
    }
  }

  /**
   * Find out why a worker is silent: whether its process is stopped, waits, or has no CPU. Answered
   * by {@code Examined} about a second later.
   */
  record Examine(LaunchId launch) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.examine(this);
    }
  }

  /** Ask a worker what its threads are at. Answered by {@code Dumped}, within the limit. */
  record DumpThreads(LaunchId launch, Duration limit) implements FleetCommand {
    public DumpThreads {
      requireNonNull(limit, "limit");
    }

    @Override
    public void accept(Executor executor) {
      executor.dumpThreads(this);
    }
  }

  /**
   * End the process at once, with SIGKILL.
   *
   * @param reason for the log
   */
  record Kill(LaunchId launch, String reason) implements FleetCommand {
    public Kill {
      requireNonNull(reason, "reason");
    }

    @Override
    public void accept(Executor executor) {
      executor.kill(this);
    }
  }

  /** Tell every worker which slots have no ready worker. Sent only when the set changes. */
  record AnnounceUnserved(Set<Slot> slots) implements FleetCommand {
    public AnnounceUnserved {
      slots = Set.copyOf(slots);
    }

    @Override
    public void accept(Executor executor) {
      executor.announceUnserved(this);
    }
  }

  /** Spread kept-alive connections over the ready workers again. */
  record Rebalance() implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.rebalance(this);
    }
  }

  /** Make the launch record of a generation; answered by an event. Must not block the loop. */
  record Prepare(Generation generation) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.prepare(this);
    }
  }

  /** No worker of this generation is left and none will be started: its files may go. */
  record Discard(Generation generation) implements FleetCommand {
    @Override
    public void accept(Executor executor) {
      executor.discard(this);
    }
  }

  /**
   * Something an operator may want to read later: goes to the event log and, where it belongs to a
   * request, to whoever asked.
   *
   * @param request whose step this is
   */
  record Note(Occurrence occurrence, Optional<RequestId> request) implements FleetCommand {
    public Note {
      requireNonNull(occurrence, "occurrence");
      requireNonNull(request, "request");
    }

    @Override
    public void accept(Executor executor) {
      executor.note(this);
    }
  }

  /** The result of a request; nothing follows for it. */
  record Complete(RequestId request, Outcome outcome) implements FleetCommand {
    public Complete {
      requireNonNull(request, "request");
      requireNonNull(outcome, "outcome");
    }

    @Override
    public void accept(Executor executor) {
      executor.complete(this);
    }
  }

  /**
   * Every process is gone; the supervisor ends.
   *
   * @param failed exit with 1 instead of 0: something was cut or nothing ever started
   * @param reason in a sentence; what the last log line says
   */
  record Finish(boolean failed, String reason) implements FleetCommand {
    public Finish {
      requireNonNull(reason, "reason");
    }

    @Override
    public void accept(Executor executor) {
      executor.finish(this);
    }
  }

  /** One method for every kind of command, so that the compiler notices a forgotten one. */
  interface Executor {
    void openSlots(OpenSlots command);

    void spawn(Spawn command);

    void handSockets(HandSockets command);

    void drain(Drain command);

    void examine(Examine command);

    void dumpThreads(DumpThreads command);

    void kill(Kill command);

    void announceUnserved(AnnounceUnserved command);

    void rebalance(Rebalance command);

    void prepare(Prepare command);

    void discard(Discard command);

    void note(Note command);

    void complete(Complete command);

    void finish(Finish command);
  }
}
