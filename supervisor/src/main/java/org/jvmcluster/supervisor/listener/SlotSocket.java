package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.runtime.protocol.SocketLabel;

/**
 * A listening socket of ours.
 *
 * @param label what it is announced as
 * @param descriptor its number in this process; valid until the {@link SlotSockets} are closed
 */
public record SlotSocket(SocketLabel label, int descriptor) {
  public SlotSocket {
    requireNonNull(label, "label");
  }
}
