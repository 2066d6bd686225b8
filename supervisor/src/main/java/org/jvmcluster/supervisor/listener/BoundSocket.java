package org.jvmcluster.supervisor.listener;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.Errors;
import java.io.IOException;

/** Makes TCP sockets and puts the kernel's refusals into words. */
final class BoundSocket {
  // errno(3); the numbers are the same on every Linux.
  private static final int EACCES = 13;
  private static final int EADDRINUSE = 98;
  private static final int EADDRNOTAVAIL = 99;
  private static final int EAFNOSUPPORT = 97;

  private BoundSocket() {}

  /** The kernel says EADDRINUSE: somebody listens, and one of both sockets does not share. */
  static final class Taken extends Exception {
    private static final long serialVersionUID = 1;

    Taken(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Binds a new socket and does not listen yet.
   *
   * <p>SO_REUSEADDR is always set: connections in TIME_WAIT, or still open in a worker that drains,
   * must not keep the port (accepted sockets inherit the option, so it matters on ours as well). It
   * never lets two sockets listen.
   */
  static LinuxSocket bind(ListenAddress address, boolean reusePort) throws Taken, ListenException {
    Epoll.ensureAvailability(); // Else the first native call is an UnsatisfiedLinkError.
    LinuxSocket socket = open(address);
    try {
      socket.setReuseAddress(true);
      socket.setReusePort(reusePort);
      socket.bind(address.toSocketAddress());
      return socket;
    } catch (IOException e) {
      closeQuietly(socket, e);
      if (errno(e) == EADDRINUSE) {
        throw new Taken(e);
      }
      throw new ListenException("cannot bind " + address + ": " + mend(e, address), e);
    }
  }

  static void closeQuietly(LinuxSocket socket, Exception because) {
    try {
      socket.close();
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private static LinuxSocket open(ListenAddress address) throws ListenException {
    try {
      return LinuxSocket.newSocketStream(address.isIpv6());
    } catch (RuntimeException e) { // Netty wraps the errno in a ChannelException.
      throw new ListenException("cannot make a socket for " + address + ": " + mend(e, address), e);
    }
  }

  private static String mend(Throwable e, ListenAddress address) {
    return switch (errno(e)) {
      case EACCES ->
          "permission denied; ports below net.ipv4.ip_unprivileged_port_start need root or"
              + " CAP_NET_BIND_SERVICE, choose a --port above it";
      case EADDRNOTAVAIL ->
          address.address().getHostAddress()
              + " is no address of this machine; `ip addr` lists them, choose another --host";
      case EAFNOSUPPORT -> "this kernel has no IPv6; choose an IPv4 --host";
      default -> String.valueOf(e.getMessage());
    };
  }

  private static int errno(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof Errors.NativeIoException nativeError) {
        return -nativeError.expectedErr();
      }
    }
    return 0;
  }
}
