package org.jvmcluster.supervisor.fleet;

import java.util.Map;
import java.util.Set;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * What a restart is to do, from its begin to its end.
 *
 * @param request who asked
 * @param number of the restart, from 1
 * @param target the new generation
 * @param desired the generation that was desired before, and is again if the restart fails
 * @param before what each slot ran before; usually all the same
 * @param lossesBefore what drains had cost before
 */
record RestartTask(
    RequestId request,
    int number,
    Generation target,
    Generation desired,
    Map<Slot, Generation> before,
    Losses lossesBefore) {
  RestartTask {
    before = Map.copyOf(before);
  }

  /** What a slot goes back to if the restart fails. */
  Generation before(Place place) {
    return before.getOrDefault(place.slot(), desired);
  }

  /** The records it may have to go back to. */
  Set<Generation> fallbacks() {
    return Set.copyOf(before.values());
  }

  /** Ends it before its time because the supervisor stops. */
  void interrupt(FleetParts parts, String progress, Moment now) {
    String text = progress + "; ended there, because the supervisor stops";
    parts.journal().note(Occurrence.Kind.RESTART_ABORTED, now, parts.restarts().elapsed(now), text);
    parts.restarts().aborted(text, now);
    parts.journal().complete(request, new Outcome.Failed(text));
  }
}
