package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * Collects the commands that one event leads to, in order, and keeps count of what was lost.
 *
 * <p>While an operation runs, every note goes to whoever asked for it: a crash in another slot is
 * what the restart waits for, so the operator wants to read it there.
 */
final class Journal {
  private final List<FleetCommand> commands = new ArrayList<>();
  private final RestartLog restarts;
  private Optional<RequestId> audience = Optional.empty();
  private Losses losses = Losses.NONE;

  Journal(RestartLog restarts) {
    this.restarts = restarts;
  }

  void command(FleetCommand command) {
    commands.add(command);
  }

  /** Hands out what was collected since the last call. */
  List<FleetCommand> take() {
    List<FleetCommand> taken = List.copyOf(commands);
    commands.clear();
    return taken;
  }

  /** Sends notes to this request too, until it is complete. */
  void speakTo(RequestId request) {
    audience = Optional.of(request);
  }

  /** The result of a request; it hears no more. */
  void complete(RequestId request, Outcome outcome) {
    if (audience.equals(Optional.of(request))) {
      audience = Optional.empty();
    }
    command(new FleetCommand.Complete(request, outcome));
  }

  /** Something that concerns the fleet. */
  void note(Occurrence.Kind kind, Moment now, Optional<Duration> took, String text) {
    write(now, kind, Optional.empty(), Optional.empty(), OptionalLong.empty(), took, text);
  }

  /** Something that concerns a slot without a process. */
  void note(Occurrence.Kind kind, Moment now, Slot slot, Generation generation, String text) {
    String subject = "slot " + slot + " generation " + generation + " ";
    write(
        now,
        kind,
        Optional.of(slot),
        Optional.of(generation),
        OptionalLong.empty(),
        Optional.empty(),
        subject + text);
  }

  /** Something that concerns a worker; {@code text} continues a sentence that begins with it. */
  void note(Occurrence.Kind kind, Moment now, Launch worker, Optional<Duration> took, String text) {
    write(
        now,
        kind,
        Optional.of(worker.slot()),
        Optional.of(worker.generation()),
        worker.pid(),
        took,
        worker.describe() + " " + text);
  }

  private void write(
      Moment now,
      Occurrence.Kind kind,
      Optional<Slot> slot,
      Optional<Generation> generation,
      OptionalLong pid,
      Optional<Duration> took,
      String text) {
    OptionalLong millis =
        took.isPresent() ? OptionalLong.of(took.get().toMillis()) : OptionalLong.empty();
    Occurrence occurrence =
        new Occurrence(now.wallClock(), kind, slot, generation, pid, millis, text);
    restarts.hear(occurrence);
    command(new FleetCommand.Note(occurrence, audience));
  }

  /** A drain limit cut so many requests. */
  void countCutRequests(long requests) {
    losses = losses.plusCutRequests(requests);
  }

  /** A worker ended before it had finished draining. */
  void countBrokenDrain() {
    losses = losses.plusBrokenDrain();
  }

  Losses losses() {
    return losses;
  }
}
