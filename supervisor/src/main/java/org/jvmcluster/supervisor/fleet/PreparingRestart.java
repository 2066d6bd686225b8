package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Generation;

/** A restart waits for the launch record of its generation. Nothing has been touched yet. */
record PreparingRestart(FleetParts parts, RestartTask task, Due until) implements Undertaking {

  static Activity begin(FleetParts parts, RequestId request, Moment now) {
    Generation desired = parts.generations().desired();
    parts.journal().speakTo(request);
    int number = parts.restarts().begin(now);
    Generation target = parts.generations().prepareNext();
    RestartTask task =
        new RestartTask(
            request,
            number,
            target,
            desired,
            parts.roster().places().stream()
                .collect(Collectors.toMap(Place::slot, Place::generation)),
            parts.journal().losses());
    String slots = Counted.of(parts.roster().size(), "slot");
    String text = "restart " + number + " begins: " + slots + " to generation " + target;
    parts.journal().note(Occurrence.Kind.RESTART_BEGUN, now, Optional.empty(), text);
    return new PreparingRestart(parts, task, Due.after(now, Patience.PREPARE));
  }

  @Override
  public Activity generationPrepared(Generation generation, Moment now) {
    parts.generations().prepared(generation);
    return generation.equals(task.target()) ? RollingRestart.begin(parts, task) : this;
  }

  @Override
  public Activity generationFailed(Generation generation, String reason, Moment now) {
    parts.generations().failed(generation);
    return generation.equals(task.target())
        ? giveUp("could not be prepared: " + reason, now)
        : this;
  }

  @Override
  public Activity advance(Moment now) {
    if (until.hasCome(now)) {
      return giveUp("was not prepared within " + DurationText.of(Patience.PREPARE), now);
    }
    return this;
  }

  private Activity giveUp(String why, Moment now) {
    String reason = "generation " + task.target() + " " + why;
    String text = "restart " + task.number() + " aborted before it touched a worker: " + reason;
    parts.journal().note(Occurrence.Kind.RESTART_ABORTED, now, parts.restarts().elapsed(now), text);
    parts.restarts().aborted(reason, now);
    parts.journal().complete(task.request(), new Outcome.Undone(text));
    return new Steady(parts);
  }

  @Override
  public String progress() {
    return "restart " + task.number() + " runs: it prepares generation " + task.target();
  }

  @Override
  public void interrupt(Moment now) {
    task.interrupt(parts, progress(), now);
  }

  @Override
  public Optional<Due> due() {
    return Optional.of(until);
  }

  @Override
  public FleetView.State shown() {
    return FleetView.State.RESTARTING;
  }
}
