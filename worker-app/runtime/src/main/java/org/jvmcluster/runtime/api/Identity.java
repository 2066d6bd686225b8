package org.jvmcluster.runtime.api;

/**
 * Which worker of its supervisor this JVM is.
 *
 * @param slot the worker's place in the fleet, from 0
 * @param generation counts the restarts of the fleet, from 1
 * @param pid the process id
 */
public record Identity(int slot, int generation, long pid) {

  /** {@code SLOT/GENERATION/PID}, the form of the {@code X-Worker} header. */
  @Override
  public String toString() {
    return slot + "/" + generation + "/" + pid;
  }
}
