package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * Nothing is asked of the fleet. Slots may lack a worker and wait for their next try; a restart is
 * allowed all the same, since the new generation may be the cure.
 */
record Steady(FleetParts parts) implements Activity {

  @Override
  public Activity opened(Moment now) {
    return this;
  }

  @Override
  public Activity restartAsked(RequestId request, Moment now) {
    return PreparingRestart.begin(parts, request, now);
  }

  @Override
  public Activity scaleAsked(RequestId request, int workers, Moment now) {
    int size = parts.roster().size();
    if (workers < 1 || workers > FleetSettings.MAX_WORKERS) {
      String range = "workers lies in 1.." + FleetSettings.MAX_WORKERS;
      parts
          .journal()
          .complete(
              request,
              new Outcome.Undone(range + ", not " + workers + "; there are still " + size));
      return this;
    }
    if (workers == size) {
      String text = "there are " + Counted.of(size, "worker") + " already";
      parts.journal().complete(request, new Outcome.Done(text));
      return this;
    }
    return workers > size
        ? ScalingUp.begin(parts, request, workers, now)
        : ScalingDown.begin(parts, request, workers, now);
  }

  @Override
  public Activity stopAsked(RequestId request, boolean atOnce, Moment now) {
    return Shutdown.asked(parts, request, atOnce, now);
  }

  /** Too late for the restart that wanted it; it is let go again. */
  @Override
  public Activity generationPrepared(Generation generation, Moment now) {
    parts.generations().prepared(generation);
    return this;
  }

  @Override
  public Activity generationFailed(Generation generation, String reason, Moment now) {
    parts.generations().failed(generation);
    return this;
  }

  @Override
  public Activity advance(Moment now) {
    return this;
  }

  @Override
  public Optional<Due> due() {
    return Optional.empty();
  }

  @Override
  public FleetView.State shown() {
    return parts.steadyOrDegraded();
  }
}
