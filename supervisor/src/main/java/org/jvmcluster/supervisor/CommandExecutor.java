package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.control.WorkerChannels;
import org.jvmcluster.supervisor.fleet.ExitStatus;
import org.jvmcluster.supervisor.fleet.FleetCommand;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.listener.DescriptorServer;
import org.jvmcluster.supervisor.listener.ListenException;
import org.jvmcluster.supervisor.listener.PortInUseException;
import org.jvmcluster.supervisor.listener.SlotSocket;
import org.jvmcluster.supervisor.listener.SlotSockets;
import org.jvmcluster.supervisor.process.LaunchOrder;
import org.jvmcluster.supervisor.process.WorkerLauncher;
import org.jvmcluster.supervisor.process.WorkerProcess;
import org.jvmcluster.supervisor.report.FleetFigures;
import org.jvmcluster.supervisor.report.ReadingStore;
import org.jvmcluster.supervisor.report.Window;
import org.jvmcluster.supervisor.report.WorkerFigures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the fleet's commands out at the edges: processes, sockets, channels, files. On the loop's
 * thread; whatever takes time is handed on and answers with an event.
 */
final class CommandExecutor implements FleetCommand.Executor {
  private static final Logger LOG = LoggerFactory.getLogger(CommandExecutor.class);

  private final Consumer<FleetEvent> events;
  private final WorkerHandles handles;
  private final GenerationPlans plans;
  private final Supplier<Settings> nextSettings;
  private final WorkerLauncher launcher;
  private final SlotSockets sockets;
  private final DescriptorServer descriptors;
  private final WorkerChannels channels;
  private final ReadingStore readings;
  private final WorkerDumps dumps;
  private final OccurrenceLog occurrences;
  private final Orders orders;
  private final Rebalancing rebalancing;

  private Set<Slot> unserved = Set.of();
  private int slots;

  /**
   * @param events where answers go
   * @param nextSettings what the next generation is made under
   */
  CommandExecutor(
      Consumer<FleetEvent> events,
      WorkerHandles handles,
      GenerationPlans plans,
      Supplier<Settings> nextSettings,
      Edges edges,
      Orders orders,
      Rebalancing rebalancing) {
    this.events = requireNonNull(events, "events");
    this.handles = requireNonNull(handles, "handles");
    this.plans = requireNonNull(plans, "plans");
    this.nextSettings = requireNonNull(nextSettings, "nextSettings");
    this.launcher = edges.launcher();
    this.sockets = edges.sockets();
    this.descriptors = edges.descriptors();
    this.channels = edges.channels();
    this.readings = edges.readings();
    this.dumps = edges.dumps();
    this.occurrences = edges.occurrences();
    this.orders = requireNonNull(orders, "orders");
    this.rebalancing = requireNonNull(rebalancing, "rebalancing");
  }

  @Override
  public void openSlots(FleetCommand.OpenSlots command) {
    slots = command.slots();
    handles.forgetLastWords();
    List<SlotSocket> added = new ArrayList<>();
    try {
      // One by one, so that those made before one that fails are handed out below: the kernel fills
      // their queues from now on, and somebody must empty them.
      for (int count = 1; count <= command.slots(); count++) {
        added.addAll(sockets.ensure(count));
      }
    } catch (PortInUseException | ListenException e) {
      // The new slots' workers serve the sockets that are there; nobody waits for the missing one.
      LOG.error("no socket of its own for a new slot: {}", e.getMessage());
    }
    if (added.isEmpty()) {
      return;
    }
    for (WorkerHandle handle : handles.all()) {
      if (handle.holdsSockets()) {
        hand(handle, added);
      }
    }
  }

  @Override
  public void spawn(FleetCommand.Spawn command) {
    LaunchId launch = command.launch();
    try {
      GenerationPlan plan = plans.of(command.generation());
      WorkerHandle handle = new WorkerHandle(launch, command.slot(), plan, command.warmUp());
      handles.add(handle);
      LaunchOrder order =
          new LaunchOrder(
              launch,
              command.slot(),
              plan.record(),
              Math.max(1, slots),
              sockets.port().address(),
              sockets.port().port());
      launcher
          .launch(order)
          .whenComplete(
              (process, failure) -> {
                if (process != null) {
                  started(handle, process);
                } else {
                  spawnFailed(launch, failure);
                }
              });
    } catch (RuntimeException e) {
      spawnFailed(launch, e);
    }
  }

  /** On the launcher's thread. */
  private void started(WorkerHandle handle, WorkerProcess process) {
    handle.started(process);
    events.accept(new FleetEvent.Spawned(handle.launch(), process.pid()));
    process
        .exit()
        .whenComplete(
            (status, failure) -> {
              LaunchId launch = handle.launch();
              handles.remove(launch);
              descriptors.forget(launch);
              readings.retire(launch);
              events.accept(
                  new FleetEvent.Exited(launch, status == null ? new ExitStatus(255) : status));
            });
  }

  private void spawnFailed(LaunchId launch, Throwable failure) {
    handles.remove(launch);
    events.accept(new FleetEvent.SpawnFailed(launch, String.valueOf(failure.getMessage())));
  }

  @Override
  public void handSockets(FleetCommand.HandSockets command) {
    handles
        .find(command.launch())
        .ifPresent(
            handle -> {
              boolean told =
                  channels.send(command.launch(), new SupervisorMessage.Unserved(unserved));
              if (told) {
                hand(handle, ownFirst(handle.slot()));
                handle.tookSockets();
              }
            });
  }

  private List<SlotSocket> ownFirst(Slot slot) {
    try {
      return sockets.ownFirst(slot);
    } catch (IllegalArgumentException noneOfItsOwn) {
      return sockets.ownFirst(new Slot(0));
    }
  }

  /** Announces on the control channel, then sends; the worker takes them in this order. */
  private void hand(WorkerHandle handle, List<SlotSocket> all) {
    List<SocketLabel> labels = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (SlotSocket socket : all) {
      labels.add(socket.label());
      numbers.add(socket.descriptor());
    }
    OptionalLong pid = handle.pid();
    if (pid.isEmpty() || !channels.send(handle.launch(), new SupervisorMessage.Sockets(labels))) {
      return; // It is gone; its exit is on the way.
    }
    descriptors
        .send(handle.launch(), pid.getAsLong(), numbers)
        .whenComplete(
            (done, failure) -> {
              if (failure != null && handles.find(handle.launch()).isPresent()) {
                LOG.warn("{}: no sockets for it: {}", handle.describe(), failure.getMessage());
              }
            });
  }

  @Override
  public void drain(FleetCommand.Drain command) {
    channels.send(command.launch(), new SupervisorMessage.Drain(command.limit()));
  }

  @Override
  public void examine(FleetCommand.Examine command) {
    dumps.examine(command.launch(), events);
  }

  @Override
  public void dumpThreads(FleetCommand.DumpThreads command) {
    dumps.ofHanging(command.launch(), command.limit(), events);
  }

  @Override
  public void kill(FleetCommand.Kill command) {
    handles
        .find(command.launch())
        .ifPresent(
            handle -> {
              LOG.debug("{}: SIGKILL, {}", handle.describe(), command.reason());
              handle.process().ifPresent(WorkerProcess::kill);
            });
  }

  @Override
  public void announceUnserved(FleetCommand.AnnounceUnserved command) {
    unserved = command.slots();
    for (WorkerHandle handle : handles.all()) {
      channels.send(handle.launch(), new SupervisorMessage.Unserved(unserved));
    }
  }

  @Override
  public void rebalance(FleetCommand.Rebalance command) {
    rebalancing.begin();
  }

  /** Called about once a second, on the loop: a round of rebalancing while one runs. */
  void beat() {
    if (!rebalancing.isRunning()) {
      return;
    }
    FleetFigures figures = readings.figures(Window.LAST_10_SECONDS);
    Map<LaunchId, Integer> connections = new LinkedHashMap<>();
    for (WorkerHandle handle : handles.all()) {
      WorkerFigures worker = figures.workers().get(handle.launch());
      if (handle.holdsSockets() && worker != null && worker.connections().isPresent()) {
        connections.put(handle.launch(), Math.toIntExact(worker.connections().getAsLong()));
      }
    }
    rebalancing
        .round(connections)
        .forEach(
            (launch, limit) ->
                channels.send(launch, new SupervisorMessage.LimitConnections(limit)));
  }

  @Override
  public void prepare(FleetCommand.Prepare command) {
    handles.forgetLastWords();
    plans.prepare(command.generation(), nextSettings.get());
  }

  @Override
  public void discard(FleetCommand.Discard command) {
    plans.discard(command.generation());
  }

  @Override
  public void note(FleetCommand.Note command) {
    occurrences.add(command.occurrence());
    command.request().ifPresent(request -> orders.step(request, command.occurrence()));
  }

  @Override
  public void complete(FleetCommand.Complete command) {
    orders.complete(command.request(), withLastWords(command.outcome()));
  }

  /** Why a new worker did not come up stands in what it wrote, not in what the fleet saw. */
  private Outcome withLastWords(Outcome outcome) {
    List<WorkerHandles.LastWords> words = handles.lastWords();
    return outcome instanceof Outcome.Undone && !words.isEmpty()
        ? new Outcome.Undone(outcome.text() + "\n" + words.get(words.size() - 1).text())
        : outcome;
  }

  @Override
  public void finish(FleetCommand.Finish command) {
    // The loop ends with it.
  }
}
