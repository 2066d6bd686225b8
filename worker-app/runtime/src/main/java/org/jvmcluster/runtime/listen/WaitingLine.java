package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Map;

/**
 * The connections that wait on one listening socket, as far as it can be seen without accepting
 * them: since when there has been one. The kernel tells neither their number nor their age, but
 * what waits now came after the line was last seen empty.
 *
 * <p>Of the thread that runs the accept loop.
 */
final class WaitingLine implements AutoCloseable {
  private static final int EPOLLIN = 1;

  private final ListeningSocket socket;
  private final AcceptSet set;
  private long emptyAtNanos;

  /**
   * @param nowNanos what waits now counts from here on
   */
  WaitingLine(ListeningSocket socket, long nowNanos) throws IOException {
    this.socket = requireNonNull(socket, "socket");
    this.emptyAtNanos = nowNanos;
    this.set = new AcceptSet();
    set.watch(Map.of(socket, EPOLLIN));
  }

  ListeningSocket socket() {
    return socket;
  }

  /** It is known that nobody waits who came before then. */
  void sawEmpty(long nowNanos) {
    emptyAtNanos = nowNanos;
  }

  /** Looks whether somebody waits now. */
  void look(long nowNanos) throws IOException {
    if (!set.await(0)) {
      emptyAtNanos = nowNanos;
    }
  }

  /** Whether a connection may have waited for so long; false when certainly none has. */
  boolean hasStoodFor(long nanos, long nowNanos) {
    return nowNanos - emptyAtNanos >= nanos;
  }

  @Override
  public void close() throws IOException {
    set.close();
  }
}
