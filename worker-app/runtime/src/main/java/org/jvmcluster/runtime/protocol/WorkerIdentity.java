package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

/**
 * What an operator needs to know which worker is meant; every log line about a worker carries it.
 *
 * @param slot the worker's place
 * @param generation the launch record it was started from
 * @param pid the process id the kernel knows it by
 */
public record WorkerIdentity(Slot slot, Generation generation, long pid) {
  public WorkerIdentity {
    requireNonNull(slot, "slot");
    requireNonNull(generation, "generation");
    if (pid < 1) {
      throw new IllegalArgumentException("a pid is positive, not " + pid);
    }
  }

  /** {@code SLOT/GENERATION/PID}, the form of the {@code X-Worker} header. */
  @Override
  public String toString() {
    return slot + "/" + generation + "/" + pid;
  }
}
