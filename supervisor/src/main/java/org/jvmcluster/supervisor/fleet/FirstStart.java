package org.jvmcluster.supervisor.fleet;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * The first workers boot. Over once every slot has had a ready worker or a death. If all died and
 * none was ever ready, trying again would only hide the mistake: the fleet ends. If some serve, the
 * others go on trying with growing delays.
 */
record FirstStart(FleetParts parts) implements Activity {
  private static final String TOO_EARLY =
      "the first workers are still starting; try again when they are ready";

  /** Slots that a failed start names one by one; more would bury the message. */
  private static final int NAMED_DEATHS = 3;

  @Override
  public Activity opened(Moment now) {
    return this;
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
    List<Place> places = parts.roster().places();
    if (!places.stream().allMatch(Place::isDecided)) {
      return this;
    }
    if (places.stream().noneMatch(Place::wasEverReady)) {
      return Shutdown.failed(parts, () -> describeDeaths(places), now);
    }
    return new Steady(parts);
  }

  private static String describeDeaths(List<Place> places) {
    String deaths =
        places.stream()
            .limit(NAMED_DEATHS)
            .flatMap(place -> place.obituary().stream())
            .collect(Collectors.joining("; "));
    int unnamed = places.size() - NAMED_DEATHS;
    return "no worker ever became ready: "
        + deaths
        + (unnamed > 0 ? "; and " + unnamed + " more" : "");
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
