package org.jvmcluster.runtime.listen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

/**
 * The way into a worker, as the life cycle sees it: which sockets it accepts from, when it opens,
 * how it drains, and what it has counted. The real one stands in front of Vert.x; a test of the
 * life cycle brings its own.
 *
 * <p>Called from the threads of the life cycle, never from an event loop; safe from any thread.
 */
public interface FrontDoor extends ReadingSource {

  /**
   * Completes when the application has bound every supervised port. Connections are not accepted
   * before {@link #open()}.
   */
  CompletionStage<Void> bound();

  /**
   * Takes the announced descriptors from the descriptor channel and accepts from them once open.
   * Blocks until all have come.
   *
   * @param labels in the order in which they are sent; the first ever is the worker's own slot
   * @param limit how long to wait
   * @throws IOException when fewer come within the limit, or the channel ends
   */
  void receive(List<SocketLabel> labels, Duration limit) throws IOException;

  /**
   * Starts to accept. Needs {@link #bound()} and at least one received descriptor.
   *
   * @throws UncheckedIOException when it cannot; who calls must not say that this worker is ready
   */
  void open();

  /** Sets which slots have no ready worker, see {@code SupervisorMessage.Unserved}. */
  void unserved(Set<Slot> slots);

  /** Sets how many connections may stay open, see {@code SupervisorMessage.LimitConnections}. */
  void limitConnections(int connections);

  /**
   * Stops accepting and lets every connection finish: at once where it is idle and the limit has
   * come, after its response otherwise. A second call shortens the limit if its own is shorter.
   *
   * @param limit after it, what is still open is cut; zero cuts at once
   * @return completes when no connection is left
   */
  CompletionStage<DrainResult> drain(Duration limit);

  /**
   * Opens a private listener on 127.0.0.1 whose connections reach the same handlers and loops but
   * are neither counted nor measured. For warm-up only.
   */
  PrivateDoor openPrivateDoor() throws IOException;

  /**
   * What a drain left.
   *
   * @param cut connections closed at the limit
   * @param cutRequests of those, how many had a request in flight
   */
  record DrainResult(long cut, long cutRequests) {}

  /** A private listener. Closing it closes its connections. */
  interface PrivateDoor extends AutoCloseable {
    /** Where it listens; a loopback address and a port the kernel chose. */
    InetSocketAddress address();

    @Override
    void close();
  }
}
