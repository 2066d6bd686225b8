package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

/**
 * All slots and all workers: which there are, who serves, and to whom an event belongs. Decides
 * nothing beyond a single slot.
 */
final class Roster {
  private FleetSettings settings;
  private final DoubleSupplier jitter;
  private final Journal journal;

  /** By slot number, without a gap. */
  private final List<Place> places = new ArrayList<>();

  /** No longer part of the fleet, but a process is left. */
  private final List<Place> removed = new ArrayList<>();

  private final Map<LaunchId, WorkerHandle> workers = new LinkedHashMap<>();
  private long launches;
  private int openSlots;
  private BitSet announced = new BitSet();

  Roster(FleetSettings settings, DoubleSupplier jitter, Journal journal) {
    this.settings = settings;
    this.jitter = jitter;
    this.journal = journal;
  }

  Journal journal() {
    return journal;
  }

  /** Limits and delays for workers started from now on; those that live keep theirs. */
  void use(FleetSettings changed) {
    settings = changed;
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  int size() {
    return places.size();
  }

  boolean allReady() {
    return places.stream().allMatch(Place::isReady);
  }

  /** Whether an operation may call the fleet empty: nobody is left who is waited for. */
  boolean isVacated() {
    return Stream.concat(places.stream(), removed.stream()).allMatch(Place::isVacated);
  }

  /** Every worker that is not gone, oldest first. */
  List<WorkerHandle> workers() {
    return List.copyOf(workers.values());
  }

  /** Adds slots and starts a worker in each. Opens their sockets first. */
  List<Place> growTo(int size, Generation generation, Moment now) {
    openSlots = Math.max(openSlots, size);
    journal.command(new FleetCommand.OpenSlots(openSlots));
    List<Place> added = new ArrayList<>();
    while (places.size() < size) {
      Place place = new Place(new Slot(places.size()), generation, this);
      places.add(place);
      added.add(place);
    }
    added.forEach(place -> place.start("to serve a new slot", now));
    return added;
  }

  /**
   * Takes the highest slots out of the fleet, all at once: their sockets stay open and the others
   * accept from them, so waiting for one after another would protect nobody and take {@code n}
   * drain limits.
   */
  List<Place> shrinkTo(int size, Departure why, Moment now) {
    List<Place> cut = new ArrayList<>(places.subList(size, places.size()));
    places.subList(size, places.size()).clear();
    removed.addAll(cut);
    cut.forEach(place -> place.retire(why, now));
    return cut;
  }

  void retireAll(Departure why, Moment now) {
    places.forEach(place -> place.retire(why, now));
  }

  void killAll(Departure why, Moment now) {
    places.forEach(place -> place.killAll(why, now));
    removed.forEach(place -> place.killAll(why, now));
  }

  WorkerHandle launch(
      Place place, Generation generation, WarmUp warmUp, String purpose, Moment now) {
    LaunchId id = new LaunchId(++launches);
    Launch launch = new Launch(id, place.slot(), generation, purpose, settings, journal, now);
    WorkerHandle worker = new WorkerHandle(launch, place, warmUp, now);
    workers.put(id, worker);
    return worker;
  }

  /** Its process is gone. */
  void forget(WorkerHandle worker) {
    workers.remove(worker.id());
    removed.removeIf(Place::isEmpty);
  }

  /** How long a slot waits after so many deaths in a row. */
  Duration delayAfter(int deaths) {
    return settings.backoff().delay(deaths, jitter.getAsDouble());
  }

  /** Tells the worker it concerns; news of one that is gone, or never was, are no news. */
  void handle(FleetEvent.OfWorker event, Moment now) {
    @Nullable WorkerHandle worker = workers.get(event.launch());
    if (worker != null) {
      worker.handle(event, now);
    }
  }

  void timePassed(Moment now) {
    workers().forEach(worker -> worker.timePassed(now));
  }

  void startDue(Moment now) {
    places.forEach(place -> place.startIfDue(now));
  }

  /**
   * Says which sockets nobody serves by right, if that has changed. Sockets of slots that were
   * scaled away are among them: they are never closed, and connections still reach them.
   */
  void announceUnserved() {
    BitSet unserved = new BitSet(openSlots);
    unserved.set(0, openSlots);
    places.stream().filter(Place::isReady).forEach(place -> unserved.clear(place.slot().number()));
    if (!unserved.equals(announced)) {
      announced = unserved;
      journal.command(
          new FleetCommand.AnnounceUnserved(
              unserved.stream().mapToObj(Slot::new).collect(Collectors.toSet())));
    }
  }

  /** Whether a worker of this generation lives, or one may be started. */
  boolean uses(Generation generation) {
    return workers.values().stream().anyMatch(worker -> worker.generation().equals(generation))
        || places.stream().anyMatch(place -> place.generation().equals(generation));
  }

  Optional<Due> due() {
    return Stream.concat(
            workers.values().stream().map(WorkerHandle::due), places.stream().map(Place::due))
        .reduce(Optional.empty(), Due::earlier);
  }

  List<FleetView.WorkerView> view(Moment now) {
    return Stream.concat(removed.stream(), places.stream())
        .sorted(Comparator.comparing(Place::slot))
        .flatMap(place -> place.view(now).stream())
        .toList();
  }
}
