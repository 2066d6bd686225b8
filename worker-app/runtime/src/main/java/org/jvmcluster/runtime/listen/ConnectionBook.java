package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every open connection of the supervised ports, and which of them are to close after their next
 * response: all while draining, else those above the limit. Connections enter before they are
 * handed to their loop, so that a drain which follows the last accept misses none.
 *
 * <p>Safe from any thread. Once a request only volatile fields are read.
 */
final class ConnectionBook {
  private final Rooms rooms;
  private final Admission admission;
  private final Set<FrontConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger retiring = new AtomicInteger();
  private volatile int limit = Integer.MAX_VALUE;
  private volatile boolean draining;

  ConnectionBook(Rooms rooms, Admission admission) {
    this.rooms = requireNonNull(rooms, "rooms");
    this.admission = requireNonNull(admission, "admission");
  }

  Rooms rooms() {
    return rooms;
  }

  /** Which requests are refused. */
  Admission admission() {
    return admission;
  }

  void opened(FrontConnection connection) {
    open.add(connection);
  }

  /** A connection is gone; a second call for the same one does nothing. */
  void closed(FrontConnection connection, boolean wasRetiring) {
    if (open.remove(connection) && wasRetiring) {
      retiring.decrementAndGet();
    }
  }

  /** The connections that are open now; the view changes while it is read. */
  Set<FrontConnection> open() {
    return open;
  }

  void limit(int connections) {
    limit = connections;
  }

  /** From now on every connection closes after its next response. */
  void drain() {
    draining = true;
  }

  boolean isDraining() {
    return draining;
  }

  /**
   * Asked for each request: whether its connection is to close after the response. If so, the
   * connection is counted among those that are about to close, so that the others stay.
   */
  boolean retiresOne() {
    if (draining) {
      retiring.incrementAndGet();
      return true;
    }
    int most = limit;
    if (most == Integer.MAX_VALUE) {
      return false;
    }
    int already;
    do {
      already = retiring.get();
      if (open.size() - already <= most) {
        return false;
      }
    } while (!retiring.compareAndSet(already, already + 1));
    return true;
  }

  /** Takes back a {@link #retiresOne} that could not be carried out. */
  void keepsOne() {
    retiring.decrementAndGet();
  }
}
