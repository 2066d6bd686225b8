package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * The fleet at one moment, for status and health. Immutable, safe to hand to other threads.
 *
 * @param state as a whole
 * @param generation the desired one
 * @param workers one entry a living process, and one for a slot in backoff; by slot, older first
 * @param restart the last or current rolling restart
 */
public record FleetView(
    State state, Generation generation, List<WorkerView> workers, RestartView restart) {
  public FleetView {
    requireNonNull(state, "state");
    requireNonNull(generation, "generation");
    workers = List.copyOf(workers);
    requireNonNull(restart, "restart");
  }

  /** Of the fleet. */
  public enum State {
    STARTING,
    STEADY,
    RESTARTING,
    DEGRADED,
    STOPPING
  }

  /**
   * Of a worker. The fleet says {@code BLOCKED} of one that hangs and is about to be killed;
   * before, it is found by measurement.
   */
  public enum WorkerState {
    STARTING,
    WARMING,
    READY,
    DRAINING,
    BLOCKED,
    EXITED,
    BACKOFF
  }

  /**
   * One worker or waiting slot.
   *
   * @param launch empty in backoff
   * @param pid empty in backoff, and until the process exists
   * @param sinceNanos monotonic reading of the start of the process, or of the backoff
   * @param restarts how often this slot's worker was replaced, for any reason
   * @param lastExit how the worker before this one ended
   * @param backoffLeft in backoff: time until the next try
   */
  public record WorkerView(
      Optional<LaunchId> launch,
      Slot slot,
      Generation generation,
      OptionalLong pid,
      WorkerState state,
      long sinceNanos,
      int restarts,
      Optional<LastExit> lastExit,
      Optional<Duration> backoffLeft) {}

  /**
   * How a slot's previous worker ended.
   *
   * @param reason in a few words: {@code crashed}, {@code replaced}, {@code never ready}
   */
  public record LastExit(String reason, ExitStatus status, Instant at) {}

  /** Of the last or current restart; number 0 and {@code NONE} when there was none. */
  public record RestartView(
      int number,
      RestartState state,
      Optional<Instant> startedAt,
      Optional<Duration> took,
      List<Occurrence> steps,
      Optional<String> reason) {
    public RestartView {
      steps = List.copyOf(steps);
    }
  }

  /** Of a restart. */
  public enum RestartState {
    NONE,
    RUNNING,
    COMPLETED,
    ABORTED
  }
}
