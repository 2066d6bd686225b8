package org.jvmcluster.runtime.listen;

import io.netty.util.NetUtil;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jvmcluster.runtime.protocol.SupervisedPort;

/**
 * Whether the supervisor's sockets may stand for what an application binds: only when they are
 * reachable from nowhere that the application did not ask for. An application that binds the
 * wildcard address gets whatever the supervisor was told to listen on; one that binds loopback must
 * never be put on the network.
 */
final class ServedAddress {
  private ServedAddress() {}

  /**
   * Checks an address that an application binds.
   *
   * @param asked resolved
   * @return what the application will see as its local address
   * @throws BindException when the sockets would be reachable where it did not ask
   */
  static InetSocketAddress of(SupervisedPort port, InetSocketAddress asked) throws BindException {
    InetAddress served = literal(port);
    if (!covers(asked.getAddress(), served)) {
      throw new BindException(
          "the application binds "
              + NetUtil.toSocketAddressString(asked)
              + ", but the supervisor's sockets for that port listen on "
              + port.address()
              + ", which is more than it asked for; start the supervisor with --host "
              + asked.getAddress().getHostAddress()
              + " or let the application bind "
              + port.address());
    }
    return new InetSocketAddress(served, port.port());
  }

  private static boolean covers(InetAddress asked, InetAddress served) {
    return asked.isAnyLocalAddress()
        || asked.equals(served)
        // The two addresses of the name localhost.
        || (asked.isLoopbackAddress()
            && served.isLoopbackAddress()
            && asked.getClass() != served.getClass());
  }

  private static InetAddress literal(SupervisedPort port) {
    try {
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(port.address());
      if (bytes == null) {
        throw new IllegalArgumentException(
            "the supervisor named no literal address: " + port.address());
      }
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError("4 or 16 bytes are an address", e);
    }
  }
}
