package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;

/** Every process is gone. Whoever still asks learns that it is too late. */
record Ended(FleetParts parts) implements Activity {
  private static final String TOO_LATE = "the supervisor has stopped";

  @Override
  public Activity opened(Moment now) {
    return this;
  }

  @Override
  public Activity restartAsked(RequestId request, Moment now) {
    parts.refuse(request, TOO_LATE);
    return this;
  }

  @Override
  public Activity scaleAsked(RequestId request, int workers, Moment now) {
    parts.refuse(request, TOO_LATE);
    return this;
  }

  @Override
  public Activity stopAsked(RequestId request, boolean atOnce, Moment now) {
    parts.journal().complete(request, new Outcome.Done(TOO_LATE));
    return this;
  }

  @Override
  public Activity generationPrepared(Generation generation, Moment now) {
    return this;
  }

  @Override
  public Activity generationFailed(Generation generation, String reason, Moment now) {
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
    return FleetView.State.STOPPING;
  }
}
