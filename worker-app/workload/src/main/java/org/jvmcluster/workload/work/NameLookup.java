package org.jvmcluster.workload.work;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Resolving a name as the JDK does: by the C library's getaddrinfo, which has no interface that
 * would call back, so it holds its thread until the answer or the resolver's timeout.
 *
 * <p>The JDK asks only once for a name that several threads look up at the same time, and remembers
 * answers and failures (security properties {@code networkaddress.cache.ttl} and {@code
 * networkaddress.cache.negative.ttl}).
 */
public final class NameLookup {
  private NameLookup() {}

  /**
   * Resolves a name.
   *
   * @return its addresses, at least one
   * @throws WorkFailedException when there is none, or nobody answered in time
   */
  public static List<InetAddress> resolve(String host) throws WorkFailedException {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      throw new WorkFailedException(
          WorkFailedException.Fault.UPSTREAM,
          host + " has no address, or no name server answered in time",
          e);
    }
  }
}
