package org.jvmcluster.supervisor.listener;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The listening sockets of this network namespace, from {@code /proc/net/tcp} and {@code tcp6}.
 * Format: proc(5); an address is printed as 32-bit words in the byte order of the machine.
 */
final class TcpTable {
  private static final String LISTEN = "0A"; // TCP_LISTEN of include/net/tcp_states.h

  private final Path proc;

  TcpTable(Path proc) {
    this.proc = proc;
  }

  /** A socket in state LISTEN. */
  record Listener(InetAddress address, int port, int uid, long inode) {}

  /**
   * Sockets whose port is the same and whose address overlaps: equal, or one of both a wildcard
   * that covers the other. An IPv6 wildcard covers IPv4 too, unless it was made IPv6 only, which
   * the table does not show; so this may name one too many beside the one that is meant.
   */
  List<Listener> listenersOn(ListenAddress wanted) {
    List<Listener> found = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : lines(table)) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length > 9 && fields[3].equals(LISTEN)) {
          Listener listener = parse(fields);
          if (listener.port() == wanted.port() && overlap(listener.address(), wanted.address())) {
            found.add(listener);
          }
        }
      }
    }
    return found;
  }

  private List<String> lines(String table) {
    try {
      List<String> lines = Files.readAllLines(proc.resolve(table));
      return lines.subList(Math.min(1, lines.size()), lines.size());
    } catch (IOException noIpv6OrNotReadable) {
      return List.of();
    }
  }

  private static Listener parse(String[] fields) {
    String[] local = fields[1].split(":");
    return new Listener(
        address(local[0]),
        Integer.parseInt(local[1], 16),
        Integer.parseInt(fields[7]),
        Long.parseLong(fields[9]));
  }

  private static InetAddress address(String hex) {
    ByteBuffer printed = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    ByteBuffer bytes = ByteBuffer.allocate(printed.capacity()).order(ByteOrder.nativeOrder());
    while (printed.hasRemaining()) {
      bytes.putInt(printed.getInt());
    }
    try {
      // Turns ::ffff:a.b.c.d into the IPv4 address it means.
      return InetAddress.getByAddress(bytes.array());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("no address: " + hex, e);
    }
  }

  private static boolean overlap(InetAddress held, InetAddress wanted) {
    return covers(held, wanted) || covers(wanted, held) || sameBytes(held, wanted);
  }

  private static boolean covers(InetAddress wildcard, InetAddress other) {
    return wildcard.isAnyLocalAddress()
        && (wildcard.getAddress().length >= other.getAddress().length || other.isAnyLocalAddress());
  }

  private static boolean sameBytes(InetAddress a, InetAddress b) {
    // Not equals(): that compares the scope of a link-local address, which the table has not.
    return Arrays.equals(a.getAddress(), b.getAddress());
  }
}
