package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.control.WorkerListener;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.report.ReadingStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the supervisor makes of a worker's words: reports go to the readings, everything else
 * becomes an event. On the threads of the control channel.
 */
final class WorkerConversation implements WorkerListener {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerConversation.class);

  private final WorkerHandles handles;
  private final SupervisedPort port;
  private final ReadingStore readings;
  private final Consumer<FleetEvent> events;

  WorkerConversation(
      WorkerHandles handles,
      SupervisedPort port,
      ReadingStore readings,
      Consumer<FleetEvent> events) {
    this.handles = requireNonNull(handles, "handles");
    this.port = requireNonNull(port, "port");
    this.readings = requireNonNull(readings, "readings");
    this.events = requireNonNull(events, "events");
  }

  @Override
  public SupervisorMessage onHello(WorkerMessage.Hello hello) {
    Optional<WorkerHandle> expected = handles.find(hello.launch());
    if (expected.isEmpty()) {
      return new SupervisorMessage.Refused("launch " + hello.launch() + " is not expected");
    }
    WorkerHandle handle = expected.get();
    WorkerIdentity identity = hello.identity();
    // An orphan of a dead supervisor, just started, may come with a number that was given again.
    if (!handle.slot().equals(identity.slot())
        || !handle.generation().equals(identity.generation())
        || handle.pid().orElse(identity.pid()) != identity.pid()) {
      return new SupervisorMessage.Refused(
          "launch " + hello.launch() + " is " + handle.describe() + ", not " + identity);
    }
    handle.joined(identity.pid());
    for (String reduced : hello.reduced()) {
      LOG.warn("{}: {}", handle.describe(), reduced);
    }
    readings.join(hello);
    events.accept(new FleetEvent.SaidHello(hello.launch()));
    SupervisorConfig config = handle.plan().config();
    return new SupervisorMessage.Welcome(
        Math.min(Protocol.VERSION, hello.protocol()),
        List.of(port),
        handle.warmUp(),
        config.accept(),
        config.maxInFlight(),
        config.drainTimeout(),
        config.shed() ? config.shedAfter() : Duration.ZERO);
  }

  @Override
  public void onMessage(LaunchId launch, WorkerMessage message) {
    if (message instanceof WorkerMessage.Ready) {
      handles.find(launch).ifPresent(WorkerHandle::becameReady);
    }
    if (message instanceof WorkerMessage.Report report) {
      readings.add(launch, report.report());
    } else {
      event(launch, message).ifPresent(events);
    }
  }

  private static Optional<FleetEvent> event(LaunchId launch, WorkerMessage message) {
    if (message instanceof WorkerMessage.Listening) {
      return Optional.of(new FleetEvent.BecameListening(launch));
    }
    if (message instanceof WorkerMessage.Warmed warmed) {
      return Optional.of(new FleetEvent.BecameWarm(launch, warmed.requests(), warmed.took()));
    }
    if (message instanceof WorkerMessage.Ready) {
      return Optional.of(new FleetEvent.BecameReady(launch));
    }
    if (message instanceof WorkerMessage.Drained drained) {
      return Optional.of(
          new FleetEvent.FinishedDrain(launch, drained.cut(), drained.cutRequests()));
    }
    if (message instanceof WorkerMessage.Failed failed) {
      return Optional.of(new FleetEvent.ReportedFailure(launch, failed.reason()));
    }
    return Optional.empty(); // A second hello; the channel lets none through.
  }

  @Override
  public void onLost(LaunchId launch) {
    events.accept(new FleetEvent.LostControl(launch));
  }
}
