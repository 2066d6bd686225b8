package org.jvmcluster.supervisor.listener;

import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** Listens with SO_REUSEPORT until its input ends: a stranger, or a worker by its options. */
final class PortStranger {
  private PortStranger() {}

  public static void main(String[] arguments) throws Exception {
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      channel.bind(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])));
      System.out.println(((InetSocketAddress) channel.getLocalAddress()).getPort());
      int unused = System.in.read();
    }
  }
}
