package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where to listen.
 *
 * @param address one address of this machine, or a wildcard; {@code ::} takes IPv4 as well
 * @param port 1 to 65535, or 0 for one the kernel chooses
 */
public record ListenAddress(InetAddress address, int port) {
  public ListenAddress {
    requireNonNull(address, "address");
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("a port lies in 0..65535, not " + port);
    }
  }

  /**
   * Resolves a literal or a name. May ask the resolver and wait for it.
   *
   * @param host an IPv4 or IPv6 literal, or a name that resolves to exactly one address
   * @throws ListenException if the name is unknown or has several addresses: listening on one of
   *     them would surprise those who ask for another
   */
  public static ListenAddress resolve(String host, int port) throws ListenException {
    if (host.isBlank()) {
      throw new ListenException("the host is empty; give an address or a name, such as 127.0.0.1");
    }
    Set<InetAddress> addresses;
    try {
      addresses = new LinkedHashSet<>(List.of(InetAddress.getAllByName(host)));
    } catch (UnknownHostException e) {
      throw new ListenException(
          "host " + host + " does not resolve to an address; give an IPv4 or IPv6 literal", e);
    }
    if (addresses.size() > 1) {
      String all =
          addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
      throw new ListenException(
          "host " + host + " has several addresses, give one of them: " + all);
    }
    return new ListenAddress(addresses.iterator().next(), port);
  }

  boolean isIpv6() {
    return address instanceof Inet6Address;
  }

  InetSocketAddress toSocketAddress() {
    return new InetSocketAddress(address, port);
  }

  ListenAddress withPort(int bound) {
    return new ListenAddress(address, bound);
  }

  /** {@code 127.0.0.1:3100} or {@code [::1]:3100}. */
  @Override
  public String toString() {
    String literal = address.getHostAddress();
    return (isIpv6() ? "[" + literal + "]" : literal) + ":" + port;
  }
}
