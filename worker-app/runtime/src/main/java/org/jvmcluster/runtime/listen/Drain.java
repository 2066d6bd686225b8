package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Empties a worker without losing anything: every response from now on is the last of its
 * connection; no more accepts, which is certain only when the accept thread has ended; what is open
 * at the limit is cut. Never {@code HttpServer.shutdown}: it drops what was read but not yet begun.
 *
 * <p>On a thread of its own, which no event loop can hold up.
 */
final class Drain {
  /** How long the accept threads may take to end; they need a few milliseconds. */
  private static final Duration ACCEPT_END_LIMIT = Duration.ofSeconds(2);

  /** How long the loops may take to cut; one that is blocked for longer is left to the exit. */
  private static final Duration CUT_LIMIT = Duration.ofSeconds(1);

  /** How soon an emptied worker or a shortened limit is noticed. */
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  private final FrontPorts ports;
  private final ConnectionBook book;
  private final CompletableFuture<DrainResult> result = new CompletableFuture<>();
  private final Set<FrontConnection> cut = ConcurrentHashMap.newKeySet();
  private final AtomicLong cutRequests = new AtomicLong();
  private volatile Deadline limit;

  private Drain(FrontPorts ports, ConnectionBook book, Deadline limit) {
    this.ports = requireNonNull(ports, "ports");
    this.book = requireNonNull(book, "book");
    this.limit = requireNonNull(limit, "limit");
  }

  /** Starts to drain; does not wait. */
  static Drain start(FrontPorts ports, ConnectionBook book, Duration limit) {
    Drain drain = new Drain(ports, book, Deadline.after(limit, NanoClock.SYSTEM));
    // At once, so that no response that is written from now on keeps its connection open. What is
    // accepted until the accept threads end is told with its first response.
    book.drain();
    drain.onEachLoop(FrontConnection::retireIfBusy);
    Thread thread = new Thread(drain::run, "worker-drain");
    thread.setDaemon(true);
    thread.start();
    return drain;
  }

  /** Completes, on the drain's thread, when no connection is left. */
  CompletionStage<DrainResult> result() {
    return result;
  }

  /** Moves the limit; never to later. */
  synchronized void shorten(Duration newLimit) {
    Deadline other = Deadline.after(newLimit, NanoClock.SYSTEM);
    if (other.remainingNanos() < limit.remainingNanos()) {
      limit = other;
    }
  }

  private void run() {
    try {
      stopAccepting();
      while (!book.open().isEmpty() && !limit.hasPassed()) {
        LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
      }
      cutTheRest();
      result.complete(new DrainResult(cut.size(), cutRequests.get()));
    } catch (InterruptedException | RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private void stopAccepting() throws InterruptedException {
    for (ServedPort port : ports.all()) {
      port.discard();
    }
    Deadline end = Deadline.after(ACCEPT_END_LIMIT, NanoClock.SYSTEM);
    for (ServedPort port : ports.all()) {
      if (!port.awaitEnd(end)) {
        StandardError.say("the accept thread of port " + port.port().port() + " does not end");
      }
    }
  }

  private void cutTheRest() {
    if (book.open().isEmpty()) {
      return;
    }
    onEachLoop(
        connection -> {
          // Of a finished one the client has had all; it only has not closed its end.
          if (!connection.isFinished()) {
            countCut(connection);
          }
          connection.cut();
        });
    Deadline end = Deadline.after(CUT_LIMIT, NanoClock.SYSTEM);
    while (!book.open().isEmpty() && !end.hasPassed()) {
      LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
    }
    book.open().forEach(this::countCut);
  }

  private void countCut(FrontConnection connection) {
    if (cut.add(connection) && connection.inFlight() > 0) {
      cutRequests.incrementAndGet();
    }
  }

  private void onEachLoop(Consumer<FrontConnection> action) {
    for (FrontConnection connection : book.open()) {
      try {
        connection.room().loop().execute(() -> action.accept(connection));
      } catch (RejectedExecutionException loopHasEnded) {
        // Its connections ended with it.
      }
    }
  }
}
