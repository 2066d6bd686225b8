package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Where a worker finds its supervisor.
 *
 * @param control the control channel
 * @param descriptors the descriptor channel
 */
public record WorkerSockets(Path control, Path descriptors) {
  public WorkerSockets {
    requireNonNull(control, "control");
    requireNonNull(descriptors, "descriptors");
  }
}
