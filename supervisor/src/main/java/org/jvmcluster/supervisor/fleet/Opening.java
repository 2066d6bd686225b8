package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;

/** The supervisor does not own its port yet. */
record Opening(FleetParts parts) implements Activity {
  private static final String TOO_EARLY =
      "the supervisor does not own its port yet; try again when its workers are ready";

  @Override
  public Activity opened(Moment now) {
    parts.roster().growTo(parts.settings().workers(), parts.generations().desired(), now);
    return new FirstStart(parts);
  }

  @Override
  public Activity restartAsked(RequestId request, Moment now) {
    parts.refuse(request, TOO_EARLY);
    return this;
  }

  @Override
  public Activity scaleAsked(RequestId request, int workers, Moment now) {
    parts.refuse(request, TOO_EARLY);
    return this;
  }

  @Override
  public Activity stopAsked(RequestId request, boolean atOnce, Moment now) {
    return Shutdown.asked(parts, request, atOnce, now);
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
    return FleetView.State.STARTING;
  }
}
