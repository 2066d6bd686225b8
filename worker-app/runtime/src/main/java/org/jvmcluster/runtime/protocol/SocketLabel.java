package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

/**
 * Names a listening socket whose descriptor is passed to a worker. Descriptors themselves carry no
 * label, so the control channel announces them, in the order in which they are sent.
 *
 * @param port the TCP port it listens on, 1 to 65535
 * @param slot the slot it belongs to; with one shared socket that is slot 0
 */
public record SocketLabel(int port, Slot slot) {
  public SocketLabel {
    requireNonNull(slot, "slot");
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a bound port lies in 1..65535, not " + port);
    }
  }
}
