package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/**
 * Removes the highest slots, all at once, and waits until their workers have drained and exited.
 * Their sockets stay open, and the workers that remain accept from them.
 *
 * @param cut the removed slots
 * @param begin when it was asked
 * @param lossesBefore what drains had cost before
 */
record ScalingDown(
    FleetParts parts, RequestId request, List<Place> cut, Moment begin, Losses lossesBefore)
    implements Undertaking {
  ScalingDown {
    cut = List.copyOf(cut);
  }

  /** Refuses to remove the only workers that serve. */
  static Activity begin(FleetParts parts, RequestId request, int workers, Moment now) {
    List<Place> places = parts.roster().places();
    boolean othersServe = places.stream().limit(workers).anyMatch(Place::isReady);
    boolean cutServe = places.stream().skip(workers).anyMatch(Place::isReady);
    if (cutServe && !othersServe) {
      String text = "none of the workers that would remain is ready, and those to go are";
      parts.refuse(request, text + "; nothing was changed, try again when one is");
      return new Steady(parts);
    }
    parts.journal().speakTo(request);
    Losses before = parts.journal().losses();
    String change = "from " + places.size() + " to " + Counted.of(workers, "worker");
    parts.journal().note(Occurrence.Kind.SCALE_BEGUN, now, Optional.empty(), "scales " + change);
    Departure why = new Departure(Cause.SCALED_DOWN, "the fleet scales " + change);
    List<Place> cut = parts.roster().shrinkTo(workers, why, now);
    return new ScalingDown(parts, request, cut, now, before);
  }

  @Override
  public Activity advance(Moment now) {
    if (!cut.stream().allMatch(Place::isVacated)) {
      return this;
    }
    Duration took = now.since(begin.nanos());
    int size = parts.roster().size();
    String workers = " to " + Counted.of(size, "worker") + " in ";
    String text = "scaled from " + (size + cut.size()) + workers + DurationText.of(took);
    Losses losses = parts.journal().losses().since(lossesBefore);
    if (!losses.isNone()) {
      text += "; " + losses.describe();
    }
    parts.journal().note(Occurrence.Kind.SCALE_COMPLETED, now, Optional.of(took), text);
    parts
        .journal()
        .complete(request, losses.isNone() ? new Outcome.Done(text) : new Outcome.Failed(text));
    return new Steady(parts);
  }

  @Override
  public String progress() {
    long left = cut.stream().filter(place -> !place.isVacated()).count();
    return "a scaling runs: "
        + left
        + " of "
        + Counted.of(cut.size(), "worker")
        + " to go still drain";
  }

  @Override
  public void interrupt(Moment now) {
    String text = progress() + "; ended there, because the supervisor stops";
    parts.journal().note(Occurrence.Kind.SCALE_ABORTED, now, Optional.empty(), text);
    parts.journal().complete(request, new Outcome.Failed(text));
  }

  @Override
  public FleetView.State shown() {
    return parts.steadyOrDegraded();
  }
}
