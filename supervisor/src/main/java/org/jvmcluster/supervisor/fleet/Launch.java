package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.fleet.Departure.Cause;
import org.jvmcluster.supervisor.fleet.DoomedState.Abandoned;
import org.jvmcluster.supervisor.fleet.DoomedState.Gone;
import org.jvmcluster.supervisor.fleet.DoomedState.Killed;
import org.jvmcluster.supervisor.fleet.LeavingState.Draining;
import org.jvmcluster.supervisor.fleet.LeavingState.Exiting;
import org.jvmcluster.supervisor.fleet.LeavingState.Hanging;

/**
 * One start of one worker process: who it is, what is known of it whatever its state, and what its
 * {@link WorkerState} can do with it. Each deed gives its commands, leaves its note, and returns
 * the state that follows.
 */
final class Launch {
  private final LaunchId id;
  private final Slot slot;
  private final Generation generation;
  private final String purpose;
  private final FleetSettings settings;
  private final Journal journal;
  private final long orderedNanos;
  private final LifeSigns lifeSigns = new LifeSigns();
  private boolean alone;
  private OptionalLong pid = OptionalLong.empty();
  private OptionalLong readyNanos = OptionalLong.empty();
  private long heardNanos;

  /** {@code purpose} says why it is started, continuing {@code started ...}. */
  Launch(
      LaunchId id,
      Slot slot,
      Generation generation,
      String purpose,
      FleetSettings settings,
      Journal journal,
      Moment now) {
    this.id = id;
    this.slot = slot;
    this.generation = generation;
    this.purpose = purpose;
    this.settings = settings;
    this.journal = journal;
    this.orderedNanos = now.nanos();
  }

  LaunchId id() {
    return id;
  }

  Slot slot() {
    return slot;
  }

  Generation generation() {
    return generation;
  }

  FleetSettings settings() {
    return settings;
  }

  /** Reading of the monotonic clock when its process was ordered. */
  long orderedNanos() {
    return orderedNanos;
  }

  Duration age(Moment now) {
    return now.since(orderedNanos);
  }

  /** Empty until the process has been seen. */
  OptionalLong pid() {
    return pid;
  }

  /** Whether it ever was ready, also if it is no more. */
  boolean wasReady() {
    return readyNanos.isPresent();
  }

  /** Since it became ready; zero if it never did. */
  Duration readyFor(Moment now) {
    return readyNanos.isPresent() ? now.since(readyNanos.getAsLong()) : Duration.ZERO;
  }

  /** Whether no older worker serves the slot, so that it takes the sockets as soon as it joins. */
  boolean isAlone() {
    return alone;
  }

  void beAlone() {
    alone = true;
  }

  /** {@code slot 0 generation 1 pid 4711}. */
  String describe() {
    String process = pid.isPresent() ? " pid " + pid.getAsLong() : "";
    return "slot " + slot + " generation " + generation + process;
  }

  /** How long it may drain before it is killed. */
  Duration drainPatience() {
    return settings.drainTimeout().plus(Patience.BEYOND_DRAIN_LIMIT);
  }

  /** Orders its process. */
  WorkerState spawn(WarmUp warmUp, Moment now) {
    alone = warmUp == WarmUp.AFTER_READY;
    journal.command(new FleetCommand.Spawn(id, slot, generation, warmUp));
    return new UnjoinedState.Spawning(Due.after(now, settings.readyTimeout()));
  }

  /** Its process was seen. */
  void exists(long processId, Moment now) {
    if (pid.isEmpty()) {
      pid = OptionalLong.of(processId);
      note(Occurrence.Kind.STARTED, now, age(now), "started " + purpose);
    }
  }

  WorkerState couldNotStart(String reason, Moment now) {
    Departure why = new Departure(Cause.NOT_STARTED, "could not be started: " + reason);
    note(Occurrence.Kind.FAILED, now, age(now), why.story());
    return new Gone(why, Optional.empty());
  }

  WorkerState handSockets(Due readyBy, boolean bound) {
    journal.command(new FleetCommand.HandSockets(id));
    return new BootState.Taking(readyBy, bound);
  }

  void warmed(long requests, Duration took, Moment now) {
    String text = "warmed up with " + Counted.of(requests, "request");
    note(Occurrence.Kind.WARMED, now, took, text + " in " + DurationText.of(took));
  }

  WorkerState accepts(Moment now) {
    readyNanos = OptionalLong.of(now.nanos());
    String text = "is ready, " + DurationText.of(age(now)) + " after its start";
    note(Occurrence.Kind.READY, now, age(now), text);
    heardNanos = now.nanos();
    return ReadyState.heard(this, now);
  }

  WorkerState drain(Departure why, Moment now) {
    Duration limit = settings.drainTimeout();
    journal.command(new FleetCommand.Drain(id, limit));
    String text = "drains for at most " + DurationText.of(limit) + ": " + why.story();
    journal.note(Occurrence.Kind.DRAINING, now, this, Optional.empty(), text);
    return new Draining(why, now.nanos(), Due.after(now, drainPatience()));
  }

  WorkerState drained(
      Departure why, long cut, long cutRequests, Optional<Duration> took, Moment now) {
    String text = "has drained" + took.map(time -> " in " + DurationText.of(time)).orElse("");
    if (cut > 0) {
      String connections = "; cut " + Counted.of(cut, "connection") + " at the limit, ";
      text += connections + cutRequests + " with a request in flight";
    }
    journal.countCutRequests(cutRequests);
    journal.note(Occurrence.Kind.DRAINED, now, this, took, text);
    return new Exiting(why, now.nanos(), Due.after(now, Patience.LAST_WORD_TO_EXIT));
  }

  WorkerState failed(String reason, Moment now) {
    // One that served drains before it exits: what is in flight on it may still be answered.
    Duration patience = wasReady() ? drainPatience() : Patience.LAST_WORD_TO_EXIT;
    return failed(new Departure(Cause.FAILED, "failed: " + reason), reason, patience, now);
  }

  WorkerState failedWhileDraining(Departure why, String reason, Moment now) {
    journal.countBrokenDrain();
    return failed(why, "while draining: " + reason, Patience.LAST_WORD_TO_EXIT, now);
  }

  private WorkerState failed(Departure why, String text, Duration patience, Moment now) {
    note(Occurrence.Kind.FAILED, now, age(now), "failed: " + text);
    return new Exiting(why, now.nanos(), Due.after(now, patience));
  }

  WorkerState lostControl(Duration patience, Moment now) {
    String text = "closed its control channel: it died, or drains by itself; killed in ";
    String killed = DurationText.of(patience) + " if it has not exited";
    note(Occurrence.Kind.FAILED, now, age(now), text + killed);
    Departure why = new Departure(Cause.LOST_CONTROL, "closed its control channel");
    return new Exiting(why, now.nanos(), Due.after(now, patience));
  }

  /** A report came. */
  void hear(Pulse pulse, Moment now) {
    heardNanos = now.nanos();
    lifeSigns.hear(pulse, now);
  }

  /** Since its last report, or since it became ready. */
  Duration silentFor(Moment now) {
    return now.since(heardNanos);
  }

  /** How long it may be blocked or silent; empty when that is not looked at. */
  Optional<Duration> hangLimit() {
    return Optional.of(settings.hangTimeout()).filter(limit -> !limit.isZero());
  }

  /**
   * For how long it has been blocked, if that is too long. What was before it became ready is not
   * counted: a boot may take its time.
   */
  Optional<Duration> blockedTooLong(Moment now) {
    Duration ready = readyFor(now);
    return lifeSigns
        .blockedFor()
        .map(blocked -> blocked.compareTo(ready) < 0 ? blocked : ready)
        .filter(blocked -> hangLimit().filter(limit -> blocked.compareTo(limit) >= 0).isPresent());
  }

  /** Whether what has blocked it for so long is want of CPU. */
  boolean isStarved(Duration blockedFor) {
    return lifeSigns.isStarved(blockedFor, settings.hangTimeout());
  }

  /** Asks the machine why it is silent. */
  void examine() {
    journal.command(new FleetCommand.Examine(id));
  }

  /** It looks as if it hangs, but does not. */
  void excuse(String text, Moment now) {
    journal.note(Occurrence.Kind.STARVED, now, this, Optional.empty(), "is not killed: " + text);
  }

  /** Asks it what its threads are at. */
  WorkerState hangs(Departure why, Moment now) {
    journal.command(new FleetCommand.DumpThreads(id, Patience.DUMP));
    Duration patience = Patience.DUMP.plus(Patience.BEYOND_DUMP);
    return new Hanging(why, now.nanos(), Due.after(now, patience));
  }

  WorkerState endHanging(Departure why, Optional<ThreadsSeen> seen, Moment now) {
    noteHang(why, seen, now);
    return endProcess(why, now);
  }

  void noteHang(Departure why, Optional<ThreadsSeen> seen, Moment now) {
    OptionalLong connections = lifeSigns.connections();
    String on = connections.isPresent() ? Counted.of(connections.getAsLong(), "connection") : "";
    String dump = seen.map(ThreadsSeen::describe).orElse("dump tried, no answer");
    String text = "hangs: " + why.story() + (on.isEmpty() ? "" : "; " + on) + "; " + dump;
    journal.note(Occurrence.Kind.HANG, now, this, Optional.empty(), text);
  }

  void countBrokenDrain() {
    journal.countBrokenDrain();
  }

  /** Kills it, or has it killed once there is a process to kill. */
  WorkerState endProcess(Departure why, Moment now) {
    String text = why.cause().isOrdered() ? "killed: " + why.story() : why.story() + "; killed";
    Due again = Due.after(now, Patience.KILL_TO_EXIT);
    if (pid.isEmpty()) {
      note(Occurrence.Kind.KILLED, now, age(now), text + " as soon as its process is seen");
      return new Abandoned(why, 0, again);
    }
    journal.command(new FleetCommand.Kill(id, text));
    note(Occurrence.Kind.KILLED, now, age(now), text);
    return new Killed(why, now.nanos(), 1, again);
  }

  void killAgain(Duration since, Moment now) {
    String text = "has not exited " + DurationText.of(since) + " after it was killed; killed again";
    journal.command(new FleetCommand.Kill(id, text));
    note(Occurrence.Kind.KILLED, now, since, text);
  }

  void remindOfSpawn(Moment now) {
    String since = DurationText.of(age(now));
    String text =
        "was ordered " + since + " ago and its process has not been seen; killed when it is";
    note(Occurrence.Kind.FAILED, now, age(now), text);
  }

  /** It ended without an order. */
  WorkerState died(ExitStatus status, Moment now) {
    String when =
        wasReady()
            ? DurationText.of(readyFor(now)) + " after it became ready"
            : DurationText.of(age(now)) + " after its start, before it was ready";
    Cause cause = status.code() == 0 ? Cause.EXITED : Cause.CRASHED;
    Departure why = new Departure(cause, "exited with " + status.describe() + " " + when);
    note(Occurrence.Kind.EXITED, now, age(now), why.story());
    return new Gone(why, Optional.of(status));
  }

  /** It ended after an order, or after it had said that it would. */
  WorkerState exitedAsExpected(
      Departure why, ExitStatus status, Duration took, String when, Moment now) {
    note(Occurrence.Kind.EXITED, now, took, "exited with " + status.describe() + when);
    return new Gone(why, Optional.of(status));
  }

  WorkerState neverExisted(Departure why) {
    return new Gone(why, Optional.empty());
  }

  private void note(Occurrence.Kind kind, Moment now, Duration took, String text) {
    journal.note(kind, now, this, Optional.of(took), text);
  }
}
