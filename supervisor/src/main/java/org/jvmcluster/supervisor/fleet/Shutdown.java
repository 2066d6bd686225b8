package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.supervisor.fleet.Departure.Cause;

/**
 * The fleet ends: ready workers drain, the others are killed, and when the last process is gone the
 * supervisor may go. A second request, or one for {@code now}, kills all.
 *
 * <p>It has failed if something was cut that should have been finished: requests at the drain
 * limit, workers that were killed or died while draining, everything that lived at the second
 * request. A first request for {@code now} has not: it got what it asked for.
 */
final class Shutdown implements Activity {
  private static final String STOPPING = "the supervisor stops";

  private final FleetParts parts;
  private final Moment begin;
  private final Losses lossesBefore;
  private final List<RequestId> requests = new ArrayList<>();

  /** Why the fleet ends of itself; absent when somebody asked for it. */
  private final @Nullable Supplier<String> failure;

  /** Whether the workers are killed; from the begin, or since the second request. */
  private boolean atOnce;

  private boolean broken;

  private Shutdown(
      FleetParts parts, boolean atOnce, @Nullable Supplier<String> failure, Moment now) {
    this.parts = parts;
    this.atOnce = atOnce;
    this.failure = failure;
    this.begin = now;
    this.lossesBefore = parts.journal().losses();
  }

  /** Somebody asks for it. */
  static Activity asked(FleetParts parts, RequestId request, boolean atOnce, Moment now) {
    Shutdown shutdown = new Shutdown(parts, atOnce, null, now);
    shutdown.requests.add(request);
    parts.journal().speakTo(request);
    String how = atOnce ? "kills " : "drains ";
    String workers = Counted.of(parts.roster().workers().size(), "worker");
    String text = "stops: " + how + workers;
    parts.journal().note(Occurrence.Kind.STOPPING, now, Optional.empty(), text);
    if (atOnce) {
      parts.roster().killAll(new Departure(Cause.STOPPED, STOPPING + " at once"), now);
    } else {
      parts.roster().retireAll(new Departure(Cause.STOPPED, STOPPING), now);
    }
    return shutdown;
  }

  /** The fleet cannot go on; the reason is asked for when all exits are known. */
  static Activity failed(FleetParts parts, Supplier<String> why, Moment now) {
    String text = "stops: no worker ever became ready";
    parts.journal().note(Occurrence.Kind.STOPPING, now, Optional.empty(), text);
    parts.roster().killAll(new Departure(Cause.STOPPED, "no worker ever became ready"), now);
    return new Shutdown(parts, true, why, now);
  }

  @Override
  public Activity stopAsked(RequestId request, boolean now, Moment moment) {
    requests.add(request);
    if (!atOnce) {
      atOnce = true;
      broken = true;
      String text = "was told to stop a second time: kills ";
      String workers = Counted.of(parts.roster().workers().size(), "worker");
      parts.journal().note(Occurrence.Kind.STOPPING, moment, Optional.empty(), text + workers);
      parts
          .roster()
          .killAll(new Departure(Cause.STOPPED, STOPPING + ", asked a second time"), moment);
    }
    return this;
  }

  @Override
  public Activity advance(Moment now) {
    if (!parts.roster().isVacated()) {
      return this;
    }
    Duration took = now.since(begin.nanos());
    List<WorkerHandle> undead = parts.roster().workers();
    Losses losses = atOnce && !broken ? Losses.NONE : parts.journal().losses().since(lossesBefore);
    boolean failed = failure != null || broken || !losses.isNone() || !undead.isEmpty();
    StringBuilder reason = new StringBuilder();
    if (failure != null) {
      reason.append(failure.get());
    } else {
      reason.append("stopped in ").append(DurationText.of(took));
      if (broken) {
        reason.append("; asked a second time, so workers were killed");
      }
    }
    if (!losses.isNone()) {
      reason.append("; ").append(losses.describe());
    }
    if (!undead.isEmpty()) {
      reason.append("; did not end though killed: ").append(describe(undead));
    }
    return end(failed, reason.toString(), took, now);
  }

  private Activity end(boolean failed, String reason, Duration took, Moment now) {
    parts.journal().note(Occurrence.Kind.STOPPED, now, Optional.of(took), reason);
    Outcome outcome = failed ? new Outcome.Failed(reason) : new Outcome.Done(reason);
    requests.forEach(request -> parts.journal().complete(request, outcome));
    parts.journal().command(new FleetCommand.Finish(failed, reason));
    return new Ended(parts);
  }

  private static String describe(List<WorkerHandle> workers) {
    return workers.stream()
        .map(worker -> worker.launch().describe())
        .collect(Collectors.joining(", "));
  }

  @Override
  public Activity opened(Moment now) {
    return this;
  }

  @Override
  public Activity restartAsked(RequestId request, Moment now) {
    parts.refuse(request, STOPPING);
    return this;
  }

  @Override
  public Activity scaleAsked(RequestId request, int workers, Moment now) {
    parts.refuse(request, STOPPING);
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
  public Optional<Due> due() {
    return Optional.empty();
  }

  @Override
  public FleetView.State shown() {
    return FleetView.State.STOPPING;
  }
}
