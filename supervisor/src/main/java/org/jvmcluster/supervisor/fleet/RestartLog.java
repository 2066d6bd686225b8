package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;

/**
 * Remembers the last or current rolling restart for the status. Of the notes written meanwhile it
 * keeps those of the slot whose turn it is, so that a crash loop elsewhere cannot fill it: a
 * handful for every slot.
 */
final class RestartLog {
  private int number;
  private RestartState state = RestartState.NONE;
  private @Nullable Moment begin;
  private Optional<Duration> took = Optional.empty();
  private Optional<String> reason = Optional.empty();
  private Optional<Slot> turn = Optional.empty();
  private final List<Occurrence> steps = new ArrayList<>();

  /** A restart begins; forgets the one before. Returns its number, from 1. */
  int begin(Moment now) {
    number++;
    state = RestartState.RUNNING;
    begin = now;
    took = Optional.empty();
    reason = Optional.empty();
    turn = Optional.empty();
    steps.clear();
    return number;
  }

  /** Notes of this slot are steps of the restart until the next turn. */
  void turnOf(Slot slot) {
    turn = Optional.of(slot);
  }

  void hear(Occurrence occurrence) {
    if (state != RestartState.RUNNING) {
      return;
    }
    if (occurrence.slot().isEmpty() || occurrence.slot().equals(turn)) {
      steps.add(occurrence);
    }
  }

  void completed(Moment now) {
    end(RestartState.COMPLETED, now);
  }

  void aborted(String why, Moment now) {
    reason = Optional.of(why);
    end(RestartState.ABORTED, now);
  }

  private void end(RestartState how, Moment now) {
    took = elapsed(now);
    state = how;
  }

  /** Since the begin of the last or current restart; empty before the first. */
  Optional<Duration> elapsed(Moment now) {
    return Optional.ofNullable(begin).map(moment -> now.since(moment.nanos()));
  }

  FleetView.RestartView view(Moment now) {
    Optional<Instant> startedAt = Optional.ofNullable(begin).map(Moment::wallClock);
    Optional<Duration> length = state == RestartState.RUNNING ? elapsed(now) : took;
    return new FleetView.RestartView(number, state, startedAt, length, steps, reason);
  }
}
