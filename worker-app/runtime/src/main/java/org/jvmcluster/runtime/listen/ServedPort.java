package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * One supervised port in this worker: its sockets, the server that the application bound to it, and
 * the accept loop between them, which runs from the moment there are all three: sockets, a server
 * and the order to open. Owns the sockets: they are closed after the last accept loop has ended.
 *
 * <p>Safe from any thread. Nothing here waits but {@link #awaitEnd}.
 */
final class ServedPort {
  private final SupervisedPort port;
  private final Acceptance acceptance;
  private final Rooms rooms;
  private final ConnectionBook book;
  private final AcceptFailures failures;
  private final Function<Handover, Gate> gates;
  private final Refusals refusals;
  private final CompletableFuture<Void> bound = new CompletableFuture<>();

  // All guarded by this.
  private final List<ListeningSocket> sockets = new ArrayList<>();
  private final Set<AcceptLoop> running = new HashSet<>();
  private Set<Slot> unserved = Set.of();
  private @Nullable ServerBootstrap server;
  private @Nullable AcceptLoop loop;
  private boolean open;
  private boolean paused;
  private boolean discarded;

  /**
   * @param refusals answers connections that no loop has room for
   * @param gates makes the gate of an accept loop
   */
  ServedPort(
      SupervisedPort port,
      Acceptance acceptance,
      ConnectionBook book,
      AcceptFailures failures,
      Refusals refusals,
      Function<Handover, Gate> gates) {
    this.port = requireNonNull(port, "port");
    this.acceptance = requireNonNull(acceptance, "acceptance");
    this.book = requireNonNull(book, "book");
    this.rooms = book.rooms();
    this.failures = requireNonNull(failures, "failures");
    this.refusals = requireNonNull(refusals, "refusals");
    this.gates = requireNonNull(gates, "gates");
  }

  SupervisedPort port() {
    return port;
  }

  /** Completes when a server was bound for the first time. */
  CompletionStage<Void> bound() {
    return bound;
  }

  /** The server bound now; null when none is. */
  synchronized @Nullable ServerBootstrap server() {
    return server;
  }

  /**
   * A server takes the port.
   *
   * @throws BindException when another one in this worker has it, or the worker drains
   */
  void bind(ServerBootstrap newServer) throws IOException {
    synchronized (this) {
      if (discarded) {
        throw new BindException("port " + port.port() + " is not served any more: worker drains");
      }
      if (server != null) {
        throw new BindException(
            "port "
                + port.port()
                + " is already served in this worker, by a server that was bound to another host;"
                + " use the same host for both, or one server");
      }
      server = newServer;
      paused = false;
      try {
        startWhenComplete();
      } catch (IOException | RuntimeException e) {
        server = null;
        throw e;
      }
    }
    bound.complete(null);
  }

  /** The server has closed; another may take the port. The sockets stay. */
  synchronized void unbind() {
    server = null;
    stopLoop();
  }

  /** Takes over a received descriptor; the first is the worker's own slot. */
  synchronized void receive(ListeningSocket socket) throws IOException {
    if (discarded) {
      socket.close();
      return;
    }
    sockets.add(socket);
    AcceptLoop current = loop;
    if (current == null) {
      startWhenComplete();
    } else {
      current.follow(plan());
    }
  }

  /** Starts to accept as soon as there is a server. Needs a received descriptor. */
  synchronized void open() throws IOException {
    if (sockets.isEmpty()) {
      throw new IllegalStateException(
          "no descriptor of port " + port.port() + " was received; receive them before opening");
    }
    open = true;
    startWhenComplete();
  }

  synchronized void pause(boolean pause) {
    paused = pause;
    if (loop != null) {
      loop.pause(pause);
    }
  }

  synchronized void unserved(Set<Slot> slots) {
    unserved = Set.copyOf(slots);
    if (loop != null && acceptance == Acceptance.OWN) {
      loop.follow(plan());
    }
  }

  /** Stops accepting for good and closes the descriptors when the accept thread has ended. */
  synchronized void discard() {
    discarded = true;
    stopLoop();
    closeWhenUnused();
  }

  /**
   * Waits until no accept thread runs any more.
   *
   * @return whether that is so at the deadline
   */
  boolean awaitEnd(Deadline deadline) throws InterruptedException {
    List<AcceptLoop> ending;
    synchronized (this) {
      ending = List.copyOf(running);
    }
    for (AcceptLoop each : ending) {
      if (!each.awaitEnd(deadline)) {
        return false;
      }
    }
    return true;
  }

  private void startWhenComplete() throws IOException {
    ServerBootstrap current = server;
    if (current == null || loop != null || !open || sockets.isEmpty()) {
      return;
    }
    Handover handover = new Handover(current, book);
    AcceptLoop started =
        new AcceptLoop(
            "worker-accept-" + port.port(),
            plan(),
            handover,
            gates.apply(handover),
            rooms,
            failures,
            book.admission().shedAfter().isPresent()
                ? new Overflow(
                    book.admission(), refusals, handover, rooms, failures, NanoClock.SYSTEM)
                : null,
            this::ended);
    started.pause(paused);
    loop = started;
    running.add(started);
    started.start();
  }

  private AcceptPlan plan() {
    List<ListeningSocket> others = sockets.subList(1, sockets.size());
    return new AcceptPlan(
        sockets.get(0),
        acceptance == Acceptance.IDLE
            ? others
            : others.stream()
                .filter(socket -> unserved.contains(socket.label().slot()))
                .collect(Collectors.toList()));
  }

  private void stopLoop() {
    if (loop != null) {
      loop.stop();
      loop = null;
    }
  }

  /** The last act of an accept thread. */
  private synchronized void ended(AcceptLoop which) {
    running.remove(which);
    closeWhenUnused();
  }

  private void closeWhenUnused() {
    if (discarded && running.isEmpty()) {
      sockets.forEach(ListeningSocket::close);
      sockets.clear();
    }
  }
}
