package org.jvmcluster.runtime.listen;

import io.netty.channel.epoll.ListenPoll;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The epoll set of an accept loop, and the eventfd by which other threads end its wait.
 *
 * <p>Of the thread that runs the accept loop, which also closes it; only {@link #wake} is for any
 * thread, at any time.
 */
final class AcceptSet implements AutoCloseable {
  private static final int EPOLLIN = 1;

  private final FileDescriptor epoll = Native.newEpollCreate();
  private final FileDescriptor wakeUps = Native.newEventFd();
  private final ListenPoll poll = new ListenPoll();
  private final Map<ListeningSocket, Integer> watched = new HashMap<>();

  /** Guards the eventfd between a wake-up and the close, which frees its number for others. */
  private final Object lock = new Object();

  private boolean closed;
  private boolean woken;

  AcceptSet() throws IOException {
    try {
      Native.epollCtlAdd(epoll.intValue(), wakeUps.intValue(), EPOLLIN);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Watches exactly the given sockets for the given events. */
  void watch(Map<ListeningSocket, Integer> wanted) throws IOException {
    for (Map.Entry<ListeningSocket, Integer> old : Map.copyOf(watched).entrySet()) {
      if (!old.getValue().equals(wanted.get(old.getKey()))) {
        // Never modified: the kernel refuses that for exclusive ones.
        Native.epollCtlDel(epoll.intValue(), old.getKey().socket().intValue());
        watched.remove(old.getKey());
      }
    }
    for (Map.Entry<ListeningSocket, Integer> wish : wanted.entrySet()) {
      if (!watched.containsKey(wish.getKey())) {
        Native.epollCtlAdd(epoll.intValue(), wish.getKey().socket().intValue(), wish.getValue());
        watched.put(wish.getKey(), wish.getValue());
      }
    }
  }

  /**
   * Waits until a connection waits on one of the sockets, or {@link #wake} was called.
   *
   * @param timeoutMillis how long at most
   * @return whether there may be a connection
   */
  boolean await(int timeoutMillis) throws IOException {
    boolean ready = poll.await(epoll, timeoutMillis);
    synchronized (lock) {
      if (woken) {
        woken = false;
        Native.eventFdRead(wakeUps.intValue());
      }
    }
    return ready;
  }

  /** Ends a wait that goes on, or the next one; does nothing once closed. */
  void wake() {
    synchronized (lock) {
      if (!closed && !woken) {
        woken = true;
        Native.eventFdWrite(wakeUps.intValue(), 1);
      }
    }
  }

  /** Closes the set and the eventfd, not the sockets. */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    poll.close();
    try {
      epoll.close();
    } finally {
      wakeUps.close();
    }
  }
}
