package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.LinuxSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisedPort;

/**
 * The listening sockets of one port. They live as long as the supervisor: closing one resets the
 * connections that wait in it, so a slot that is scaled away keeps its socket, served by the
 * others.
 *
 * <p>Not safe for several threads: owned by the supervisor loop.
 */
public final class SlotSockets implements AutoCloseable {
  private final ListenLayout layout;
  private final int backlog;
  private final List<LinuxSocket> sockets = new ArrayList<>();
  private ListenAddress address;
  private boolean closed;

  private SlotSockets(ListenAddress address, ListenLayout layout, int backlog) {
    this.address = requireNonNull(address, "address");
    this.layout = requireNonNull(layout, "layout");
    this.backlog = backlog;
  }

  /** Why this machine cannot make or pass such sockets; empty when it can. */
  public static Optional<String> unavailable() {
    return Epoll.isAvailable()
        ? Optional.empty()
        : Optional.of(String.valueOf(Epoll.unavailabilityCause().getMessage()));
  }

  /**
   * Makes the sockets and listens. From here on the kernel queues connections. Probe the port
   * first: a stranger of the same user whose socket has SO_REUSEPORT would share it in silence.
   *
   * @param address port 0 lets the kernel choose for the first socket; the others join it
   * @param backlog connections that may wait in each, at least 1; the kernel caps it at somaxconn
   * @param slots how many slots, at least 1
   * @throws PortInUseException if a socket that does not share is bound there
   * @throws ListenException if the address cannot be bound
   */
  public static SlotSockets open(ListenAddress address, ListenLayout layout, int backlog, int slots)
      throws PortInUseException, ListenException {
    if (backlog < 1) {
      throw new IllegalArgumentException("a backlog is at least 1, not " + backlog);
    }
    SlotSockets made = new SlotSockets(address, layout, backlog);
    try {
      made.ensure(slots);
      return made;
    } catch (PortInUseException | ListenException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** The bound address and port, as workers are told. */
  public SupervisedPort port() {
    return new SupervisedPort(address.address().getHostAddress(), address.port());
  }

  /**
   * Has a socket for every slot below {@code slots}; never closes one.
   *
   * @return those that were made now, by slot; empty with the shared layout after the first
   */
  public List<SlotSocket> ensure(int slots) throws PortInUseException, ListenException {
    if (slots < 1) {
      throw new IllegalArgumentException("slots is at least 1, not " + slots);
    }
    checkOpen();
    int wanted = layout == ListenLayout.SHARED ? 1 : slots;
    List<SlotSocket> added = new ArrayList<>();
    while (sockets.size() < wanted) {
      add();
      added.add(socket(sockets.size() - 1));
    }
    return added;
  }

  /**
   * Every socket, that of {@code own} first, then the others by slot: the order in which
   * descriptors are announced and sent to a worker.
   */
  public List<SlotSocket> ownFirst(Slot own) {
    checkOpen();
    List<SlotSocket> all = new ArrayList<>();
    int first = layout == ListenLayout.SHARED ? 0 : own.number();
    if (first >= sockets.size()) {
      throw new IllegalArgumentException("slot " + own + " has no socket yet; ensure() makes it");
    }
    all.add(socket(first));
    for (int i = 0; i < sockets.size(); i++) {
      if (i != first) {
        all.add(socket(i));
      }
    }
    return all;
  }

  private void add() throws PortInUseException, ListenException {
    LinuxSocket socket;
    try {
      socket = BoundSocket.bind(address, layout == ListenLayout.REUSEPORT);
    } catch (BoundSocket.Taken e) {
      PortInUseException inUse = new PortInUseException(address, List.of());
      inUse.initCause(e);
      throw inUse;
    }
    try {
      socket.listen(backlog);
      address = address.withPort(socket.localAddress().getPort());
      sockets.add(socket);
    } catch (IOException e) {
      BoundSocket.closeQuietly(socket, e);
      throw new ListenException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  private SlotSocket socket(int index) {
    return new SlotSocket(
        new SocketLabel(address.port(), new Slot(index)), sockets.get(index).intValue());
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the sockets of " + address + " are closed");
    }
  }

  /**
   * Closes every socket of this process; what waits in them is reset once no worker holds them
   * either. Called twice, the second does nothing.
   */
  @Override
  public void close() {
    closed = true;
    for (LinuxSocket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // close(2) has given the descriptor back even when it reports an error; nothing is left.
      }
    }
    sockets.clear();
  }
}
