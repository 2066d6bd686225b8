package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which sockets an accept loop watches.
 *
 * @param own tried first and at once: this keeps the evenness of the kernel's hash for kept-alive
 *     connections
 * @param neighbours tried when a connection still waits there a moment later
 */
record AcceptPlan(ListeningSocket own, List<ListeningSocket> neighbours) {
  private static final int EPOLLIN = 1;

  /** Wakes one waiting set instead of all, see epoll_ctl(2). Netty has no constant for it. */
  private static final int EPOLLEXCLUSIVE = 1 << 28;

  /**
   * Up to this many sockets every worker is woken for every connection, and an idle one is sure to
   * hear of it. Beyond, the wake-ups cost more than that is worth: with 8 workers 12.9 a connection
   * against 3.6.
   */
  private static final int MOST_SHARED_WAKE_UPS = 4;

  AcceptPlan {
    requireNonNull(own, "own");
    neighbours = List.copyOf(neighbours);
  }

  /** Each socket with the events it is watched for, in the words of epoll_ctl(2). */
  Map<ListeningSocket, Integer> watched() {
    boolean many = neighbours.size() + 1 > MOST_SHARED_WAKE_UPS;
    Map<ListeningSocket, Integer> watched = new LinkedHashMap<>();
    // The owner must always hear of its own connections, so its own socket is never exclusive.
    watched.put(own, EPOLLIN);
    for (ListeningSocket neighbour : neighbours) {
      watched.put(neighbour, many ? EPOLLIN | EPOLLEXCLUSIVE : EPOLLIN);
    }
    return watched;
  }
}
