package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.epoll.ListenPoll;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;

/**
 * The connections that wait on one listening socket, as far as it can be seen without accepting
 * them: since when there has been one. The kernel tells neither their number nor their age, but
 * what waits now came after the line was last seen empty, and after the one before it.
 *
 * <p>Of the thread that runs the accept loop.
 */
final class WaitingLine implements AutoCloseable {
  private static final int EPOLLIN = 1;

  /**
   * A line that neighbours work off is empty every now and then, but a thread that seldom gets a
   * core misses that. After so many looks even one that is empty for a twentieth of the time was
   * seen so with a probability of 99 %.
   */
  private static final int ENOUGH_LOOKS = 100;

  private final ListeningSocket socket;
  private final FileDescriptor set;
  private final ListenPoll poll = new ListenPoll();
  private long emptyAtNanos;
  private long oldestCameNanos;

  /** Looks that found somebody waiting, since the line was last known to be in motion. */
  private int looks;

  /**
   * @param nowNanos what waits now counts from here on
   */
  WaitingLine(ListeningSocket socket, long nowNanos) throws IOException {
    this.socket = requireNonNull(socket, "socket");
    this.emptyAtNanos = nowNanos;
    this.oldestCameNanos = nowNanos;
    this.set = Native.newEpollCreate();
    try {
      Native.epollCtlAdd(set.intValue(), socket.socket().intValue(), EPOLLIN);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  ListeningSocket socket() {
    return socket;
  }

  /** Looks whether somebody waits now. */
  void look(long nowNanos) throws IOException {
    if (poll.await(set, 0)) {
      looks++;
    } else {
      sawEmpty(nowNanos);
    }
  }

  /** Nobody waits. */
  void sawEmpty(long nowNanos) {
    looks = 0;
    emptyAtNanos = nowNanos;
    oldestCameNanos = nowNanos;
  }

  /** The first of the line came then, and was taken. */
  void sawFirst(long cameNanos) {
    oldestCameNanos = Math.max(oldestCameNanos, cameNanos);
  }

  /** The first had not waited long after all: the line moves. */
  void sawMotion() {
    looks = 0;
  }

  /** Whether somebody has been waiting for so long, one after the other. */
  boolean hasStoodFor(long nanos, long nowNanos) {
    return nowNanos - emptyAtNanos >= nanos;
  }

  /**
   * Whether a single connection has probably waited for so long: none came out of the line, as far
   * as many looks can tell. False when certainly none has.
   */
  boolean mayHaveKeptWaiting(long nanos, long nowNanos) {
    return looks >= ENOUGH_LOOKS && nowNanos - oldestCameNanos >= nanos;
  }

  @Override
  public void close() throws IOException {
    poll.close();
    set.close();
  }
}
