package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A scale-up has failed; the slots it added are removed and their workers' exits awaited.
 *
 * @param dead the slot whose worker died
 * @param added all slots that are removed
 * @param from how many there were, and are again
 * @param begin when the scaling was asked
 */
record UndoingScale(
    FleetParts parts, RequestId request, Place dead, List<Place> added, int from, Moment begin)
    implements Undertaking {
  UndoingScale {
    added = List.copyOf(added);
  }

  @Override
  public Activity advance(Moment now) {
    if (!added.stream().allMatch(Place::isVacated)) {
      return this;
    }
    Duration took = now.since(begin.nanos());
    String text =
        "scaling to "
            + (from + added.size())
            + " workers failed and was undone after "
            + DurationText.of(took)
            + ": "
            + dead.obituary().orElse("a new worker died")
            + "; there are still "
            + from;
    parts.journal().note(Occurrence.Kind.SCALE_ABORTED, now, Optional.of(took), text);
    parts.journal().complete(request, new Outcome.Undone(text));
    return new Steady(parts);
  }

  @Override
  public String progress() {
    return "a scaling has failed and is undone";
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
