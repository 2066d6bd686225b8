package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

/**
 * A port whose sockets the supervisor owns. An application that binds it is given those sockets.
 *
 * @param address the literal IPv4 or IPv6 address the sockets are bound to
 * @param port the bound TCP port
 */
public record SupervisedPort(String address, int port) {
  public SupervisedPort {
    requireNonNull(address, "address");
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a bound port lies in 1..65535, not " + port);
    }
  }
}
