package org.jvmcluster.supervisor.fleet;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * Decides what happens to the workers. An event and the time go in, commands come out; nothing else
 * is read or touched, so a test plays the whole world in milliseconds.
 *
 * <p>What it promises:
 *
 * <ul>
 *   <li>A slot has at most one worker that is not yet ready beside its current one.
 *   <li>A restart never makes the number of ready workers smaller: a worker drains only when its
 *       successor has said that it is ready. It happens slot by slot.
 *   <li>A restart that fails is undone: each slot goes back to the generation it had, by the same
 *       start-before-stop. Only where the older generation does not come up either, twice, does the
 *       slot keep the worker that serves, and the outcome says so.
 *   <li>A worker that dies is replaced at once, then with growing delays; other slots are
 *       untouched, and the replacement is of the generation that last worked in that slot.
 *   <li>A ready worker that hangs is a death too; one that has no CPU is not killed for it.
 *   <li>If all die at the first start, the fleet ends.
 *   <li>Every request is answered exactly once, and every wait ends: a worker that does not become
 *       ready, drain or exit in time is killed, and one that survives even that is reported and
 *       waited for no longer.
 *   <li>Nothing is queued: a restart or scaling during another is refused with the reason.
 * </ul>
 *
 * <p>Not safe for concurrent use; the supervisor loop owns it. {@link #handle} looks at every slot,
 * which takes microseconds for tens of workers and well below a millisecond for a thousand. It
 * never throws for an event that comes late, twice or for an unknown launch.
 */
public final class Fleet {
  private final FleetParts parts;
  private Activity activity;

  /**
   * A fleet that waits for {@link FleetEvent.Opened}.
   *
   * @param settings what it decides by
   * @param jitter numbers in 0.0 (inclusive) to 1.0 (exclusive), for the back-off
   */
  public Fleet(FleetSettings settings, DoubleSupplier jitter) {
    RestartLog restarts = new RestartLog();
    Journal journal = new Journal(restarts);
    Roster roster = new Roster(settings, jitter, journal);
    this.parts = new FleetParts(settings, roster, new Generations(journal), restarts, journal);
    this.activity = new Opening(parts);
  }

  /**
   * Takes one event.
   *
   * @param now when it is handled; never before the {@code now} of an earlier call
   * @return what is to be done, in this order; may be empty
   */
  public List<FleetCommand> handle(FleetEvent event, Moment now) {
    activity = event.accept(new Answer(now));
    for (Activity next = activity.advance(now); next != activity; next = activity.advance(now)) {
      activity = next;
    }
    parts.roster().startDue(now);
    parts.roster().announceUnserved();
    parts.generations().discardUnused(parts.roster());
    return parts.journal().take();
  }

  /**
   * The reading of the monotonic clock at which {@link FleetEvent.TimePassed} is due. Changes with
   * every event. Earlier ones do no harm. Empty when nothing is waited for.
   *
   * <p>Let events that are already queued go first: a worker whose {@code ready} waits in the queue
   * while the supervisor itself was held up is not late.
   */
  public OptionalLong nextDeadlineNanos() {
    return Stream.of(parts.roster().due(), activity.due())
        .reduce(Optional.empty(), Due::earlier)
        .map(due -> OptionalLong.of(due.atNanos()))
        .orElse(OptionalLong.empty());
  }

  /** The fleet as it is now, for people and other threads. */
  public FleetView view(Moment now) {
    return new FleetView(
        activity.shown(),
        parts.generations().desired(),
        parts.roster().view(now),
        parts.restarts().view(now));
  }

  /** Leads each event to whom it concerns. */
  private final class Answer implements FleetEvent.Visitor<Activity> {
    private final Moment now;

    Answer(Moment now) {
      this.now = now;
    }

    @Override
    public Activity opened(FleetEvent.Opened event) {
      return activity.opened(now);
    }

    @Override
    public Activity timePassed(FleetEvent.TimePassed event) {
      parts.roster().timePassed(now);
      return activity;
    }

    @Override
    public Activity ofWorker(FleetEvent.OfWorker event) {
      parts.roster().handle(event, now);
      return activity;
    }

    @Override
    public Activity restartAsked(FleetEvent.RestartAsked event) {
      return activity.restartAsked(event.request(), now);
    }

    @Override
    public Activity generationPrepared(FleetEvent.GenerationPrepared event) {
      return activity.generationPrepared(event.generation(), now);
    }

    @Override
    public Activity generationFailed(FleetEvent.GenerationFailed event) {
      return activity.generationFailed(event.generation(), event.reason(), now);
    }

    @Override
    public Activity settingsChanged(FleetEvent.SettingsChanged event) {
      parts.roster().use(event.settings());
      return activity;
    }

    @Override
    public Activity scaleAsked(FleetEvent.ScaleAsked event) {
      return activity.scaleAsked(event.request(), event.workers(), now);
    }

    @Override
    public Activity stopAsked(FleetEvent.StopAsked event) {
      return activity.stopAsked(event.request(), event.now(), now);
    }
  }
}
