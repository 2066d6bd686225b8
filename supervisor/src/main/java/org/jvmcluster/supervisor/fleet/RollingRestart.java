package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.supervisor.fleet.WorkerState.Phase;

/**
 * Replaces the workers slot by slot, lowest first. In each slot the new worker boots and warms up
 * beside the old one, takes the sockets, says that it is ready; only then does the old one drain,
 * and only when it has exited comes the next slot. So there are never fewer ready workers than
 * before, and at most one process more.
 *
 * <p>A slot that has no worker because its last one died starts the new generation at once. A slot
 * in the middle of such a start is waited for. No slot has its turn while one that was already
 * replaced is not ready.
 *
 * <p>The restart is aborted, and {@link RollingBack undone}, when a new worker dies before it is
 * ready or is not ready in time: one try, since what a second would show the operator can see with
 * a second restart. After it was ready one death is forgiven, because that happens to any worker;
 * with the second in a row in one slot the new generation is condemned.
 */
final class RollingRestart implements Undertaking {
  /** Deaths in a row in one slot that condemn a generation while it is being introduced. */
  private static final int CONDEMNING_DEATHS = 2;

  private final FleetParts parts;
  private final RestartTask task;
  private @Nullable Turn turn;

  /** The slot that is being replaced and the worker that is to take over. */
  private record Turn(Place place, WorkerHandle worker) {}

  private RollingRestart(FleetParts parts, RestartTask task) {
    this.parts = parts;
    this.task = task;
  }

  static Activity begin(FleetParts parts, RestartTask task) {
    parts.generations().desire(task.target());
    parts.generations().need(task.fallbacks());
    return new RollingRestart(parts, task);
  }

  @Override
  public FleetParts parts() {
    return parts;
  }

  @Override
  public Activity advance(Moment now) {
    for (Place place : parts.roster().places()) {
      if (isReplaced(place) && place.deathsInRow() >= CONDEMNING_DEATHS) {
        return abort(place, place.obituary().orElse("its workers keep dying"), now);
      }
    }
    Turn running = turn;
    return running == null ? nextTurn(now) : judge(running, now);
  }

  private Activity judge(Turn running, Moment now) {
    WorkerHandle worker = running.worker();
    if (worker.phase() == Phase.BOOTING) {
      return this;
    }
    if (worker.phase() == Phase.LEAVING && worker.isWaitedFor()) {
      // A crash is seen as a lost channel first; its exit tells the operator why.
      return this;
    }
    if (!worker.launch().wasReady()) {
      String why = worker.departure().map(Departure::story).orElse("ended");
      return abort(running.place(), worker.launch().describe() + " " + why, now);
    }
    if (running.place().awaitsExit()) {
      return this;
    }
    turn = null;
    return nextTurn(now);
  }

  private Activity nextTurn(Moment now) {
    Optional<Place> outdated =
        parts.roster().places().stream().filter(place -> !isReplaced(place)).findFirst();
    boolean replacedServe =
        parts.roster().places().stream().filter(this::isReplaced).allMatch(Place::isReady);
    if (!replacedServe) {
      return this;
    }
    if (outdated.isEmpty()) {
      return complete(now);
    }
    Place place = outdated.get();
    if (place.isReplaceable()) {
      parts.restarts().turnOf(place.slot());
      turn = new Turn(place, place.replaceWith(task.target(), now));
    }
    return this;
  }

  private boolean isReplaced(Place place) {
    return place.generation().equals(task.target());
  }

  private Activity complete(Moment now) {
    parts.generations().need(Set.of());
    String took = parts.restarts().elapsed(now).map(DurationText::of).orElse("");
    String workers = Counted.of(parts.roster().size(), "worker");
    String text =
        "restart "
            + task.number()
            + " completed in "
            + took
            + ": "
            + workers
            + " of generation "
            + task.target();
    Losses losses = parts.journal().losses().since(task.lossesBefore());
    if (!losses.isNone()) {
      text += "; " + losses.describe();
    }
    parts
        .journal()
        .note(Occurrence.Kind.RESTART_COMPLETED, now, parts.restarts().elapsed(now), text);
    parts.restarts().completed(now);
    parts.journal().command(new FleetCommand.Rebalance());
    parts
        .journal()
        .complete(
            task.request(), losses.isNone() ? new Outcome.Done(text) : new Outcome.Failed(text));
    return new Steady(parts);
  }

  private Activity abort(Place place, String why, Moment now) {
    return RollingBack.begin(parts, task, "slot " + place.slot() + ": " + why, now);
  }

  @Override
  public String progress() {
    long done = parts.roster().places().stream().filter(this::isReplaced).count();
    Generation target = task.target();
    String slots = done + " of " + Counted.of(parts.roster().size(), "slot");
    return "restart " + task.number() + " runs: generation " + target + " serves in " + slots;
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
