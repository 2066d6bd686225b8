package org.jvmcluster.supervisor.fleet;

import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/**
 * Adds slots and waits until each has a ready worker. The first death undoes it: a worker that does
 * not come up beside others that did lacks memory or files, and trying on would take them from
 * those that serve.
 *
 * @param added the new slots
 * @param from how many there were
 * @param begin when it was asked
 */
record ScalingUp(FleetParts parts, RequestId request, List<Place> added, int from, Moment begin)
    implements Undertaking {
  ScalingUp {
    added = List.copyOf(added);
  }

  static Activity begin(FleetParts parts, RequestId request, int workers, Moment now) {
    parts.journal().speakTo(request);
    int from = parts.roster().size();
    String text = "scales from " + from + " to " + Counted.of(workers, "worker");
    parts.journal().note(Occurrence.Kind.SCALE_BEGUN, now, Optional.empty(), text);
    List<Place> added = parts.roster().growTo(workers, parts.generations().desired(), now);
    return new ScalingUp(parts, request, added, from, now);
  }

  @Override
  public Activity advance(Moment now) {
    Optional<Place> dead = added.stream().filter(place -> place.obituary().isPresent()).findFirst();
    if (dead.isPresent()) {
      Departure why = new Departure(Cause.SCALED_DOWN, "the scale-up has failed");
      parts.roster().shrinkTo(from, why, now);
      return new UndoingScale(parts, request, dead.get(), added, from, begin);
    }
    if (!added.stream().allMatch(Place::isReady)) {
      return this;
    }
    String took = DurationText.of(now.since(begin.nanos()));
    String text = "scaled from " + from + " to " + parts.roster().size() + " workers in " + took;
    parts
        .journal()
        .note(Occurrence.Kind.SCALE_COMPLETED, now, Optional.of(now.since(begin.nanos())), text);
    parts.journal().command(new FleetCommand.Rebalance());
    parts.journal().complete(request, new Outcome.Done(text));
    return new Steady(parts);
  }

  @Override
  public String progress() {
    long ready = added.stream().filter(Place::isReady).count();
    return "a scaling runs: " + ready + " of " + added.size() + " new workers are ready";
  }

  @Override
  public void interrupt(Moment now) {
    String text = progress() + "; ended there, because the supervisor stops";
    parts.journal().note(Occurrence.Kind.SCALE_ABORTED, now, Optional.empty(), text);
    parts.journal().complete(request, new Outcome.Failed(text));
  }

  /** The new slots do not count: without them the fleet is what it was. */
  @Override
  public FleetView.State shown() {
    boolean olderReady = parts.roster().places().stream().limit(from).allMatch(Place::isReady);
    return olderReady ? FleetView.State.STEADY : FleetView.State.DEGRADED;
  }
}
