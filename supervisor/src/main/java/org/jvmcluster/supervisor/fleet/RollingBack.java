package org.jvmcluster.supervisor.fleet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.fleet.Departure.Cause;
import org.jvmcluster.supervisor.fleet.WorkerState.Phase;

/**
 * Undoes an aborted restart, so that what served before serves again and the fleet does not stay
 * mixed. Every slot goes back to the generation it had: where the new one serves, by the same
 * start-before-stop, slot by slot; where nothing serves, at once.
 *
 * <p>Going back must not cost a serving worker. If the older generation does not come up in a slot
 * either, after {@value #TRIES} tries, the slot keeps the worker that serves, and the outcome says
 * so; the next restart brings all slots together again.
 */
final class RollingBack implements Undertaking {
  /** Tries a slot: the older generation is known to work, so one failure may be bad luck. */
  private static final int TRIES = 2;

  private final FleetParts parts;
  private final RestartTask task;
  private final String reason;

  /** Where the new generation serves. */
  private final Deque<Place> queue;

  /** Where nobody serves; until each has been ready, or has died again, once. */
  private final List<Place> empty;

  private final List<Place> kept = new ArrayList<>();
  private int returned;
  private @Nullable Turn turn;

  /** The slot that goes back, the worker that is to take over, and which try that is. */
  private record Turn(Place place, WorkerHandle worker, int tries) {}

  private RollingBack(FleetParts parts, RestartTask task, String reason) {
    List<Place> places = parts.roster().places();
    this.parts = parts;
    this.task = task;
    this.reason = reason;
    this.queue = new ArrayDeque<>(places.stream().filter(Place::servesAnother).toList());
    this.empty = new ArrayList<>(places.stream().filter(place -> !place.isReady()).toList());
  }

  /** {@code reason} says in which slot the restart failed and why. */
  static Activity begin(FleetParts parts, RestartTask task, String reason, Moment now) {
    Departure why = new Departure(Cause.RESTART_ABORTED, "the restart was aborted");
    List<Place> places = parts.roster().places();
    long replaced =
        places.stream().filter(place -> place.generation().equals(task.target())).count();
    String next =
        replaced == 0
            ? "; the other workers serve on"
            : "; " + Counted.of(replaced, "slot") + " to go back to generation " + task.desired();
    String text = "restart " + task.number() + " aborted: " + reason + next;
    parts.journal().note(Occurrence.Kind.RESTART_ABORTED, now, parts.restarts().elapsed(now), text);
    parts.generations().desire(task.desired());
    places.forEach(place -> place.fallBackTo(task.before(place), why, now));
    return new RollingBack(parts, task, reason);
  }

  @Override
  public FleetParts parts() {
    return parts;
  }

  @Override
  public Activity advance(Moment now) {
    // Each on its own: slots that go on dying are hardly ever all at rest at the same moment.
    empty.removeIf(place -> place.isSettled(now));
    Turn running = turn;
    return running == null ? nextTurn(now) : judge(running, now);
  }

  private Activity judge(Turn running, Moment now) {
    WorkerHandle worker = running.worker();
    Place place = running.place();
    boolean ends = worker.phase() == Phase.LEAVING && worker.isWaitedFor();
    if (worker.phase() == Phase.BOOTING || ends) {
      return this;
    }
    if (worker.launch().wasReady()) {
      if (place.awaitsExit()) {
        return this;
      }
      returned++;
    } else if (place.servesAnother()) {
      if (running.tries() < TRIES) {
        turn = goBack(place, running.tries() + 1, now);
        return this;
      }
      place.keepWhatServes();
      kept.add(place);
    }
    turn = null;
    return nextTurn(now);
  }

  private Activity nextTurn(Moment now) {
    for (Place place = queue.poll(); place != null; place = queue.poll()) {
      // If it lost its worker meanwhile, it has already gone back by itself.
      if (place.servesAnother()) {
        turn = goBack(place, 1, now);
        return this;
      }
    }
    boolean targetLeaves =
        parts.roster().workers().stream()
            .filter(worker -> worker.generation().equals(task.target()))
            .anyMatch(worker -> worker.phase() == Phase.LEAVING && worker.isWaitedFor());
    return empty.isEmpty() && !targetLeaves ? finish(now) : this;
  }

  private Turn goBack(Place place, int tries, Moment now) {
    parts.restarts().turnOf(place.slot());
    return new Turn(place, place.replaceWith(place.generation(), now), tries);
  }

  private Activity finish(Moment now) {
    parts.generations().need(Set.of());
    String took = parts.restarts().elapsed(now).map(DurationText::of).orElse("");
    String text =
        "restart "
            + task.number()
            + " failed at "
            + reason
            + "; undone after "
            + took
            + ": "
            + whatServes();
    Losses losses = parts.journal().losses().since(task.lossesBefore());
    if (!losses.isNone()) {
      text += "; " + losses.describe();
    }
    if (returned > 0 || !kept.isEmpty()) {
      parts
          .journal()
          .note(Occurrence.Kind.RESTART_ABORTED, now, parts.restarts().elapsed(now), text);
      parts.journal().command(new FleetCommand.Rebalance());
    }
    parts.restarts().aborted(reason, now);
    parts
        .journal()
        .complete(
            task.request(), kept.isEmpty() ? new Outcome.Undone(text) : new Outcome.Failed(text));
    return new Steady(parts);
  }

  private String whatServes() {
    String all = "every slot is back at generation " + task.desired();
    if (kept.isEmpty()) {
      return all;
    }
    String slots =
        kept.stream().map(place -> place.slot().toString()).collect(Collectors.joining(", "));
    return all
        + " except "
        + slots
        + ", where it did not come up either and generation "
        + task.target()
        + " serves on";
  }

  @Override
  public String progress() {
    long left = Stream.concat(queue.stream(), Stream.ofNullable(turn).map(Turn::place)).count();
    return "restart "
        + task.number()
        + " has failed and is undone: "
        + Counted.of(left, "slot")
        + " to go back";
  }

  @Override
  public void interrupt(Moment now) {
    task.interrupt(parts, progress(), now);
  }

  @Override
  public FleetView.State shown() {
    return FleetView.State.RESTARTING;
  }
}
