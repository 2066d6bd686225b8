package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;

/**
 * One worker over all runs that count, by its slot: its process may have changed meanwhile.
 *
 * @param slot empty for the answers that named no worker
 * @param share of all good answers, 0 to 1
 */
public record WorkerFigures(OptionalInt slot, double share, LatencyFigures latency) {
  public WorkerFigures {
    requireNonNull(slot, "slot");
    requireNonNull(latency, "latency");
  }

  /** {@code worker 0}, or {@code no name}. */
  public String name() {
    return slot.isPresent() ? "worker " + slot.getAsInt() : "no name";
  }
}
