package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * What the fleet has ordered, carried out on fake workers. Every command is checked: that it may be
 * given at this moment, and to this worker.
 */
final class CheckedCommands implements FleetCommand.Executor {
  private final FleetWorld world;
  private final Map<LaunchId, FakeWorker> workers = new LinkedHashMap<>();
  private final List<FakeWorker> living = new ArrayList<>();
  private final Map<RequestId, Outcome> outcomes = new LinkedHashMap<>();
  private final List<FleetCommand.Note> notes = new ArrayList<>();
  private final List<Generation> prepared = new ArrayList<>();
  private final List<Generation> discarded = new ArrayList<>();
  private final Deque<FakeWorker> examined = new ArrayDeque<>();
  private Optional<FleetCommand.Finish> finish = Optional.empty();
  private Set<Slot> unserved = Set.of();
  private int openSlots;
  private int rebalances;
  private int fewestSlots;
  private boolean stopping;

  /**
   * @param fewestSlots slots that must always be served
   */
  CheckedCommands(FleetWorld world, int fewestSlots) {
    this.world = world;
    this.fewestSlots = fewestSlots;
  }

  /** From now on slots may be left without a worker. */
  void stopping() {
    stopping = true;
  }

  /** From now on only so many slots must be served. */
  void atMost(int slots) {
    fewestSlots = Math.min(fewestSlots, slots);
  }

  /** Takes the next worker that the fleet worries about. */
  Optional<FakeWorker> nextExamined() {
    return Optional.ofNullable(examined.poll());
  }

  List<FakeWorker> workers() {
    return List.copyOf(workers.values());
  }

  List<FakeWorker> living() {
    living.removeIf(FakeWorker::isGone);
    return List.copyOf(living);
  }

  private List<FakeWorker> livingIn(Slot slot) {
    return living().stream().filter(worker -> worker.slot().equals(slot)).toList();
  }

  Map<RequestId, Outcome> outcomes() {
    return outcomes;
  }

  List<FleetCommand.Note> notes() {
    return notes;
  }

  List<Generation> prepared() {
    return prepared;
  }

  List<Generation> discarded() {
    return discarded;
  }

  Optional<FleetCommand.Finish> finish() {
    return finish;
  }

  Set<Slot> unserved() {
    return unserved;
  }

  int openSlots() {
    return openSlots;
  }

  int rebalances() {
    return rebalances;
  }

  /** Called after every event. */
  void checkWhatAlwaysHolds() {
    Set<Slot> booting = new HashSet<>();
    Set<Slot> served = new HashSet<>();
    for (FakeWorker worker : living()) {
      // One that was ordered long ago and has never been seen may be given up; if it appears after
      // all it is killed at once.
      if (worker.isBooting() && worker.exists()) {
        assertThat(booting.add(worker.slot())).as("only %s boots in its slot", worker).isTrue();
      }
      if (worker.serves()) {
        served.add(worker.slot());
      }
    }
    Set<Slot> without =
        IntStream.range(0, openSlots)
            .mapToObj(Slot::new)
            .filter(slot -> !served.contains(slot))
            .collect(Collectors.toSet());
    assertThat(unserved.equals(without))
        .as("%s were announced as unserved and %s are", unserved, without)
        .isTrue();
    assertThat(living())
        .as("workers whose generation was discarded")
        .noneMatch(worker -> discarded.contains(worker.generation()));
  }

  private FakeWorker known(LaunchId launch) {
    assertThat(workers).as("launches").containsKey(launch);
    FakeWorker worker = workers.get(launch);
    assertThat(worker.isGone()).as("a command for %s though it is gone", worker).isFalse();
    return worker;
  }

  @Override
  public void openSlots(FleetCommand.OpenSlots command) {
    assertThat(command.slots()).isGreaterThanOrEqualTo(openSlots);
    openSlots = command.slots();
  }

  @Override
  public void spawn(FleetCommand.Spawn command) {
    assertThat(workers).doesNotContainKey(command.launch());
    assertThat(command.slot().number()).isLessThan(openSlots);
    assertThat(discarded).doesNotContain(command.generation());
    FakeWorker worker = new FakeWorker(world, command, 4000 + command.launch().number());
    workers.put(command.launch(), worker);
    living.add(worker);
  }

  @Override
  public void handSockets(FleetCommand.HandSockets command) {
    FakeWorker worker = known(command.launch());
    assertThat(worker.isJoined()).as("%s has joined", worker).isTrue();
    assertThat(worker.holdsSockets()).as("%s holds sockets already", worker).isFalse();
    worker.wasHandedSockets();
  }

  @Override
  public void drain(FleetCommand.Drain command) {
    FakeWorker worker = known(command.launch());
    assertThat(command.limit()).isEqualTo(FleetWorld.DRAIN_TIMEOUT);
    assertThat(worker.isDraining()).as("%s was told to drain already", worker).isFalse();
    boolean served = worker.serves();
    worker.wasToldToDrain();
    boolean another = livingIn(worker.slot()).stream().anyMatch(FakeWorker::serves);
    boolean mayLeaveItsSlotAlone = stopping || worker.slot().number() >= fewestSlots;
    assertThat(!served || another || mayLeaveItsSlotAlone)
        .as("%s was told to drain though nobody else serves its slot", worker)
        .isTrue();
  }

  @Override
  public void examine(FleetCommand.Examine command) {
    FakeWorker worker = known(command.launch());
    assertThat(worker.serves()).as("%s serves", worker).isTrue();
    examined.add(worker);
  }

  @Override
  public void dumpThreads(FleetCommand.DumpThreads command) {
    FakeWorker worker = known(command.launch());
    assertThat(worker.serves()).as("%s serves", worker).isTrue();
    worker.wasAskedForItsThreads();
  }

  @Override
  public void kill(FleetCommand.Kill command) {
    FakeWorker worker = known(command.launch());
    assertThat(worker.exists()).as("%s has a process to kill", worker).isTrue();
    worker.wasKilled();
  }

  @Override
  public void announceUnserved(FleetCommand.AnnounceUnserved command) {
    assertThat(command.slots()).as("announced again").isNotEqualTo(unserved);
    unserved = command.slots();
  }

  @Override
  public void rebalance(FleetCommand.Rebalance command) {
    rebalances++;
  }

  @Override
  public void prepare(FleetCommand.Prepare command) {
    assertThat(prepared).doesNotContain(command.generation());
    prepared.add(command.generation());
  }

  @Override
  public void discard(FleetCommand.Discard command) {
    assertThat(discarded).doesNotContain(command.generation());
    discarded.add(command.generation());
  }

  @Override
  public void note(FleetCommand.Note command) {
    command
        .request()
        .ifPresent(request -> assertThat(outcomes).as("complete").doesNotContainKey(request));
    notes.add(command);
  }

  @Override
  public void complete(FleetCommand.Complete command) {
    assertThat(outcomes).as("completed twice").doesNotContainKey(command.request());
    outcomes.put(command.request(), command.outcome());
  }

  @Override
  public void finish(FleetCommand.Finish command) {
    assertThat(finish).as("finished twice").isEmpty();
    finish = Optional.of(command);
  }
}
