package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.fleet.Departure.Cause;
import org.jvmcluster.supervisor.fleet.DoomedState.Gone;
import org.jvmcluster.supervisor.fleet.WorkerState.Phase;

/**
 * What the fleet knows of one slot, and what happens there without anybody asking: a dead worker is
 * replaced, a replacement that is ready takes over and the older worker drains.
 *
 * <p>Holds one current worker, or waits to start one; beside a ready one at most one successor that
 * is not yet ready; and any number on their way out. A slot keeps the generation of the last worker
 * that became ready in it, and crash replacements are of that generation. So a generation proves
 * itself slot by slot, and where it does not, the slot falls back by itself.
 */
final class Place {
  private final Slot slot;
  private final Roster roster;
  private final List<WorkerHandle> leaving = new ArrayList<>();
  private final Comeback comeback = new Comeback();
  private Generation generation;
  private @Nullable WorkerHandle current;
  private @Nullable WorkerHandle successor;
  private boolean retired;
  private boolean everReady;
  private int launches;
  private int replacements;
  private Optional<String> obituary = Optional.empty();
  private Optional<FleetView.LastExit> lastExit = Optional.empty();

  Place(Slot slot, Generation generation, Roster roster) {
    this.slot = slot;
    this.generation = generation;
    this.roster = roster;
  }

  Slot slot() {
    return slot;
  }

  /** What a crash replacement would be of. */
  Generation generation() {
    return generation;
  }

  /** Whether its current worker accepts connections. */
  boolean isReady() {
    return current != null && current.isReady();
  }

  boolean wasEverReady() {
    return everReady;
  }

  /** Whether it was ready at least once or has died at least once: its first start is decided. */
  boolean isDecided() {
    return everReady || obituary.isPresent();
  }

  /** How its last worker died, as a sentence; empty when none did. */
  Optional<String> obituary() {
    return obituary;
  }

  /** Deaths since the slot last had a worker that stayed ready, or changed its generation. */
  int deathsInRow() {
    return comeback.deathsInRow();
  }

  /** Whether a replacement may be started: it is ready, or nobody boots or has yet to exit. */
  boolean isReplaceable() {
    if (current == null) {
      return !isObstructed();
    }
    return successor == null && current.isReady();
  }

  /**
   * Whether a process that was killed, or is to be killed when it appears, must go first: it may
   * hold the memory the next one needs, and a slot must not pile up processes.
   */
  private boolean isObstructed() {
    return leaving.stream().anyMatch(worker -> worker.isDoomed() && worker.isWaitedFor());
  }

  /** Whether it is ready, or waits a while before it tries again. */
  boolean isSettled(Moment now) {
    return isReady() || comeback.isWaiting(now);
  }

  /** Whether somebody is on its way out whose end is worth waiting for. */
  boolean awaitsExit() {
    return leaving.stream().anyMatch(WorkerHandle::isWaitedFor);
  }

  /** Whether no worker is left for whose end it is worth waiting. */
  boolean isVacated() {
    return current == null && successor == null && !awaitsExit();
  }

  /** Whether no process is left at all. */
  boolean isEmpty() {
    return current == null && successor == null && leaving.isEmpty();
  }

  /** Workers with a process or an order for one, older first. */
  List<WorkerHandle> workers() {
    return Stream.concat(
            leaving.stream(), Stream.of(current, successor).flatMap(Stream::ofNullable))
        .sorted(Comparator.comparing(WorkerHandle::id))
        .toList();
  }

  /** When the next start is due; empty while an obstructing process decides that. */
  Optional<Due> due() {
    return isObstructed() ? Optional.empty() : comeback.pause().map(Comeback.Pause::until);
  }

  /** Starts a worker of the slot's generation; nobody serves the slot meanwhile. */
  void start(String purpose, Moment now) {
    current = launch(generation, WarmUp.AFTER_READY, purpose, now);
  }

  /**
   * Starts a replacement of another generation: beside the current worker if that is ready, at once
   * in its place if there is none. Whoever asked watches the returned worker.
   */
  WorkerHandle replaceWith(Generation next, Moment now) {
    if (!isReplaceable()) {
      throw new IllegalStateException("slot " + slot + " is in the middle of a start");
    }
    if (current != null) {
      String purpose = "to replace " + current.launch().describe();
      WorkerHandle started = launch(next, WarmUp.BEFORE_READY, purpose, now);
      successor = started;
      return started;
    }
    WorkerHandle started = launch(next, WarmUp.AFTER_READY, "where no worker served", now);
    current = started;
    return started;
  }

  private WorkerHandle launch(Generation which, WarmUp warmUp, String purpose, Moment now) {
    comeback.cancel();
    if (warmUp == WarmUp.AFTER_READY && launches > 0) {
      replacements++;
    }
    launches++;
    return roster.launch(this, which, warmUp, purpose, now);
  }

  /** Starts what is due, and tells the log of what is not. */
  void startIfDue(Moment now) {
    comeback
        .news(isObstructed(), now)
        .ifPresent(
            text -> roster.journal().note(Occurrence.Kind.BACKOFF, now, slot, generation, text));
    if (comeback.isDue(now) && !isObstructed()) {
      int deaths = comeback.deathsInRow();
      start(deaths > 1 ? "after " + deaths + " deaths in a row" : "again", now);
    }
  }

  /** Its workers drain, or end where they serve nobody; nothing is started here any more. */
  void retire(Departure why, Moment now) {
    retired = true;
    comeback.cancel();
    letGo(current, why, now);
    letGo(successor, why, now);
  }

  /** The same without draining, also for those on their way out. */
  void killAll(Departure why, Moment now) {
    retired = true;
    comeback.cancel();
    for (WorkerHandle worker : workers()) {
      moveOut(worker);
      worker.kill(why, now);
    }
  }

  /**
   * The generation that was to replace {@code previous} is given up: whoever is not yet ready of it
   * ends, and the slot starts {@code previous} again unless it has a ready worker, of whichever of
   * the two.
   */
  void fallBackTo(Generation previous, Departure why, Moment now) {
    letGo(successor, why, now);
    boolean moved = !generation.equals(previous);
    if (moved) {
      generation = previous;
      comeback.cleanSlate();
    }
    WorkerHandle worker = current;
    if (worker == null) {
      if (moved) {
        pauseBeforeStart(now);
      }
    } else if (worker.phase() == Phase.BOOTING && !worker.generation().equals(previous)) {
      letGo(worker, why, now);
      pauseBeforeStart(now);
    }
  }

  /** Stays with the generation of its ready worker, if it has one. */
  void keepWhatServes() {
    if (current != null && current.isReady()) {
      generation = current.generation();
    }
  }

  /** Whether its ready worker is of another generation than its crash replacements would be. */
  boolean servesAnother() {
    return current != null && current.isReady() && !current.generation().equals(generation);
  }

  private void letGo(@Nullable WorkerHandle worker, Departure why, Moment now) {
    if (worker != null) {
      // Moved first: what it does next is by order and no death.
      moveOut(worker);
      worker.retire(why, now);
    }
  }

  private void moveOut(WorkerHandle worker) {
    if (worker == current) {
      current = null;
    } else if (worker == successor) {
      successor = null;
    } else {
      return;
    }
    leaving.add(worker);
  }

  /** Told by a worker of this slot. */
  void becameReady(WorkerHandle worker, Moment now) {
    WorkerHandle older = worker == successor ? current : null;
    if (!worker.generation().equals(generation)) {
      comeback.cleanSlate();
      generation = worker.generation();
    }
    everReady = true;
    if (older != null) {
      successor = null;
      current = worker;
      leaving.add(older);
      replacements++;
      String story = worker.launch().describe() + " has taken over";
      older.retire(new Departure(Cause.REPLACED, story), now);
    } else if (obituary.isPresent()) {
      // Its connections moved to the others when its predecessor died.
      roster.journal().command(new FleetCommand.Rebalance());
    }
  }

  /** Told by a worker of this slot: it serves no more, or never will. */
  void left(WorkerHandle worker, Moment now) {
    if (worker == successor) {
      // Whoever started it decides what follows; the current one serves on.
      moveOut(worker);
      return;
    }
    if (worker != current) {
      return;
    }
    moveOut(worker);
    worker.departure().ifPresent(why -> mourn(worker, why));
    countDeath(worker, now);
    if (successor != null) {
      current = successor;
      successor = null;
      replacements++;
      current.serveAlone(now);
    } else if (!retired) {
      pauseBeforeStart(now);
    }
  }

  private void mourn(WorkerHandle worker, Departure why) {
    obituary = Optional.of(worker.launch().describe() + " " + why.story());
  }

  private void countDeath(WorkerHandle worker, Moment now) {
    // One of another generation was tried here and did not prove itself, which says nothing of the
    // slot's own.
    if (worker.generation().equals(generation)) {
      comeback.countDeath(worker.launch().readyFor(now));
    }
  }

  private void pauseBeforeStart(Moment now) {
    int deaths = comeback.deathsInRow();
    comeback.planAfter(deaths == 0 ? Duration.ZERO : roster.delayAfter(deaths), now);
  }

  /** Told by a worker of this slot: its process is gone. Always after {@link #left}. */
  void gone(WorkerHandle worker, Gone end, Moment now) {
    leaving.remove(worker);
    roster.forget(worker);
    if (!end.why().cause().isOrdered()) {
      // By now it is known how it really ended.
      mourn(worker, end.why());
    }
    end.status()
        .ifPresent(
            status ->
                lastExit =
                    Optional.of(
                        new FleetView.LastExit(
                            end.why().cause().toString(), status, now.wallClock())));
  }

  /** One entry a worker, older first, and one when it waits to start one. */
  List<FleetView.WorkerView> view(Moment now) {
    List<FleetView.WorkerView> views = new ArrayList<>();
    for (WorkerHandle worker : workers()) {
      views.add(
          new FleetView.WorkerView(
              Optional.of(worker.id()),
              slot,
              worker.generation(),
              worker.launch().pid(),
              worker.shown(),
              worker.launch().orderedNanos(),
              replacements,
              lastExit,
              Optional.empty()));
    }
    comeback.pause().ifPresent(pause -> views.add(waiting(pause, now)));
    return views;
  }

  private FleetView.WorkerView waiting(Comeback.Pause pause, Moment now) {
    return new FleetView.WorkerView(
        Optional.empty(),
        slot,
        generation,
        OptionalLong.empty(),
        FleetView.WorkerState.BACKOFF,
        pause.sinceNanos(),
        replacements,
        lastExit,
        Optional.of(pause.until().left(now)));
  }
}
