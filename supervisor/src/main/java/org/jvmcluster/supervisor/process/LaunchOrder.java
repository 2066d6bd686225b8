package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * One worker to be started.
 *
 * @param launch what it calls itself when it joins
 * @param slot its place, told it as {@code WORKER_SLOT}
 * @param record what it is started from; its generation is told as {@code WORKER_GENERATION}
 * @param workerCount how many workers the fleet has, told as {@code WORKER_COUNT}
 * @param host where it listens, told as {@code HOST}
 * @param port the bound port, told as {@code PORT}
 */
public record LaunchOrder(
    LaunchId launch, Slot slot, LaunchRecord record, int workerCount, String host, int port) {
  public LaunchOrder {
    requireNonNull(launch, "launch");
    requireNonNull(slot, "slot");
    requireNonNull(record, "record");
    requireNonNull(host, "host");
  }

  /** {@code slot 0 generation 1}, for messages. */
  String describe() {
    return "slot " + slot + " generation " + record.generation();
  }
}
