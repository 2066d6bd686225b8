package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;

/**
 * What one report of a worker says of how alive it is.
 *
 * @param loops one entry an event loop; empty where the worker does not measure them, and then the
 *     report is a sign of life and no more
 * @param connections open, where that is known
 */
public record Pulse(List<LoopPulse> loops, OptionalLong connections) {
  /** A sign of life and no more. */
  public static final Pulse BARE = new Pulse(List.of(), OptionalLong.empty());

  public Pulse {
    loops = List.copyOf(loops);
    requireNonNull(connections, "connections");
  }

  /**
   * One event loop.
   *
   * @param loop tells it from the others
   * @param busyForNanos how long it has been away from its poller; 0 while it waits there
   * @param cpuNanos CPU time of its thread since the start
   * @param runQueueNanos time its thread could run and had no core, since the start; 0 where the
   *     kernel does not tell
   */
  public record LoopPulse(String loop, long busyForNanos, long cpuNanos, long runQueueNanos) {
    public LoopPulse {
      requireNonNull(loop, "loop");
    }
  }
}
