package io.netty.channel.epoll;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import org.jspecify.annotations.NullMarked;

/**
 * Waits on an epoll set of our own. It stands in Netty's package because the constructor of {@link
 * EpollEventArray} and the plain {@code epollWait} are visible only here, and because
 * EPOLLEXCLUSIVE, which Netty's event loops never use, has no effect on a set that is nested in a
 * loop's set. Everything else about such a set is public in {@link Native}.
 *
 * <p>Which descriptor became ready is not told: an accept on an empty socket costs one system call,
 * and the order in which sockets are tried is not the kernel's to choose.
 *
 * <p>For one thread; freed by that thread.
 */
@NullMarked
public final class ListenPoll implements AutoCloseable {
  // One event is enough to end the wait. Level-triggered events that did not fit come again.
  private static final int EVENTS = 1;

  private final EpollEventArray events = new EpollEventArray(EVENTS);

  /**
   * Waits until a descriptor of the set is ready.
   *
   * @param timeoutMillis how long at most; 0 looks without waiting
   * @return whether one is ready
   * @throws IOException when the set is no longer valid
   */
  public boolean await(FileDescriptor set, int timeoutMillis) throws IOException {
    return Native.epollWait(set, events, timeoutMillis) > 0;
  }

  @Override
  public void close() {
    events.free();
  }
}
