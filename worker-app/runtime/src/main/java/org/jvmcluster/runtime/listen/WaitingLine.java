package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Map;

/**
 * The connections that wait on one listening socket, as far as it can be seen without accepting
 * them: since when there has been one. The kernel tells neither their number nor their age, but
 * what waits now came after the line was last seen empty, and after the one before it.
 *
 * <p>Of the thread that runs the accept loop.
 */
final class WaitingLine implements AutoCloseable {
  private static final int EPOLLIN = 1;

  private final ListeningSocket socket;
  private final AcceptSet set;
  private long emptyAtNanos;
  private long oldestCameNanos;

  /**
   * @param nowNanos what waits now counts from here on
   */
  WaitingLine(ListeningSocket socket, long nowNanos) throws IOException {
    this.socket = requireNonNull(socket, "socket");
    this.emptyAtNanos = nowNanos;
    this.oldestCameNanos = nowNanos;
    this.set = new AcceptSet();
    set.watch(Map.of(socket, EPOLLIN));
  }

  ListeningSocket socket() {
    return socket;
  }

  /** Looks whether somebody waits now. */
  void look(long nowNanos) throws IOException {
    if (!set.await(0)) {
      sawEmpty(nowNanos);
    }
  }

  /** Nobody waits. */
  void sawEmpty(long nowNanos) {
    emptyAtNanos = nowNanos;
    oldestCameNanos = nowNanos;
  }

  /** The first of the line came then, and was taken. */
  void sawFirst(long cameNanos) {
    oldestCameNanos = Math.max(oldestCameNanos, cameNanos);
  }

  /** Whether somebody has been waiting for so long, one after the other. */
  boolean hasStoodFor(long nanos, long nowNanos) {
    return nowNanos - emptyAtNanos >= nanos;
  }

  /** Whether a single connection may have waited for so long; false when certainly none has. */
  boolean mayHaveKeptWaiting(long nanos, long nowNanos) {
    return nowNanos - oldestCameNanos >= nanos;
  }

  @Override
  public void close() throws IOException {
    set.close();
  }
}
