package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.Deadline;

/**
 * Accepts the connections of one supervised port, on a daemon thread of its own, one at a time: it
 * waits until a loop has room, then until a connection waits, asks the gate again, takes one, and
 * hands it to the loop that the gate chose. Its own slot's socket comes first and at once; a
 * neighbour's connection is taken when it still waits a moment later.
 *
 * <p>While no loop has room it does not poll, so closing the gate costs no system call, and a
 * connection that it does not take stays in the kernel for another worker.
 */
final class AcceptLoop implements Rooms.Watcher {
  /**
   * How long a neighbour's connection waits for its owner. Without it the first worker to wake
   * takes a whole pool of kept-alive connections.
   */
  private static final long GRACE_NANOS = Duration.ofMillis(1).toNanos();

  /**
   * How long to leave the sockets alone after accept failed for want of descriptors or memory. The
   * connection stays in the queue and the poll would report it at once, for ever.
   */
  static final long FAILURE_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /** No wake-up can get lost; this bounds what a mistake in that would cost. */
  private static final long LONGEST_WAIT_NANOS = Duration.ofSeconds(10).toNanos();

  /** A poll that took longer had nothing to report at first. */
  private static final long AT_ONCE_NANOS = Duration.ofNanos(200_000).toNanos();

  /** Room for the longest address and its length, as {@code Socket.accept} wants it. */
  static final int ADDRESS_BYTES = 25;

  private final Thread thread;
  private final Handover handover;
  private final Gate gate;
  private final Rooms rooms;
  private final AcceptFailures failures;
  private final @Nullable Overflow overflow;
  private final Consumer<AcceptLoop> whenEnded;
  private final AcceptSet set;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final byte[] address = new byte[ADDRESS_BYTES];
  private int nextNeighbour;

  private volatile AcceptPlan plan;
  private volatile boolean planChanged = true;
  private volatile boolean waitsForRoom;
  private volatile boolean paused;
  private volatile boolean stopped;

  /**
   * @param name of the thread
   * @param overflow what refuses connections that wait too long for room; null: they wait for ever
   * @param whenEnded called by the thread as its last act, when it no longer touches the sockets
   */
  AcceptLoop(
      String name,
      AcceptPlan plan,
      Handover handover,
      Gate gate,
      Rooms rooms,
      AcceptFailures failures,
      @Nullable Overflow overflow,
      Consumer<AcceptLoop> whenEnded)
      throws IOException {
    this.plan = requireNonNull(plan, "plan");
    this.handover = requireNonNull(handover, "handover");
    this.gate = requireNonNull(gate, "gate");
    this.rooms = requireNonNull(rooms, "rooms");
    this.failures = requireNonNull(failures, "failures");
    this.overflow = overflow;
    this.whenEnded = requireNonNull(whenEnded, "whenEnded");
    this.set = new AcceptSet();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts the thread; once. */
  void start() {
    rooms.watch(this);
    thread.start();
  }

  /** Accepts from other sockets from now on. */
  void follow(AcceptPlan newPlan) {
    plan = newPlan;
    planChanged = true;
    wake();
  }

  /** Stops or goes on accepting, as Netty's {@code autoRead}. */
  void pause(boolean pause) {
    paused = pause;
    wake();
  }

  /** Tells the thread to end; does not wait for it. */
  void stop() {
    stopped = true;
    wake();
  }

  /**
   * Waits until the thread has ended, so that no connection is accepted any more and every accepted
   * one is counted. Never on an event loop.
   *
   * @return false when it has not ended by the deadline
   */
  boolean awaitEnd(Deadline deadline) throws InterruptedException {
    return ended.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void roomChanged() {
    if (waitsForRoom) {
      LockSupport.unpark(thread);
    }
  }

  private void wake() {
    LockSupport.unpark(thread);
    set.wake();
  }

  private void run() {
    try (set) {
      while (!stopped) {
        if (planChanged) {
          planChanged = false;
          watch(plan);
        }
        awaitRoom();
        if (holdsOne() ? mayAccept() : awaitConnection() && mayAccept()) {
          acceptOne();
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      failures.fatal("the thread " + thread.getName() + " ended with " + e);
    } finally {
      giveHeldAway();
      rooms.unwatch(this);
      whenEnded.accept(this);
      ended.countDown();
    }
  }

  private void watch(AcceptPlan newPlan) throws IOException {
    set.watch(newPlan.watched());
    if (overflow != null) {
      overflow.follow(newPlan);
    }
  }

  private boolean holdsOne() {
    return overflow != null && overflow.isHolding();
  }

  private boolean awaitConnection() throws IOException {
    long begin = System.nanoTime();
    boolean ready = set.await((int) TimeUnit.NANOSECONDS.toMillis(LONGEST_WAIT_NANOS));
    if (overflow != null && System.nanoTime() - begin > AT_ONCE_NANOS) {
      // It had to wait, so there was nobody when it began.
      overflow.sawEmpty();
    }
    return ready;
  }

  private boolean mayAccept() {
    return !stopped && !paused && !planChanged;
  }

  private void awaitRoom() throws IOException {
    while (!stopped && !planChanged) {
      // Announced before the look, so that a change after the look wakes us.
      waitsForRoom = true;
      if (!paused && gate.mayHaveRoom()) {
        if (overflow != null) {
          overflow.hadRoom();
        }
        break;
      }
      LockSupport.parkNanos(this, pauseWithoutRoom());
    }
    waitsForRoom = false;
  }

  /** What waits too long meanwhile is refused. */
  private long pauseWithoutRoom() throws IOException {
    return paused || overflow == null ? LONGEST_WAIT_NANOS : overflow.look();
  }

  /** An accepted connection must not be lost with the thread. */
  private void giveHeldAway() {
    if (overflow == null) {
      return;
    }
    try (overflow) {
      if (overflow.isHolding()) {
        EpollSocketChannel held = overflow.take();
        List<LoopRoom> loops = rooms.of(handover.loops());
        if (loops.isEmpty()) {
          held.unsafe().closeForcibly();
        } else {
          handover.give(held, loops.get(0));
        }
      }
    } catch (IOException e) {
      StandardError.say("closing what watched the line of connections reported: " + e.getMessage());
    }
  }

  private void acceptOne() {
    AcceptPlan current = plan;
    LoopRoom room = gate.choose();
    if (room == null || !mayAccept()) {
      return;
    }
    if (overflow != null && overflow.isHolding()) {
      handover.give(overflow.take(), room);
      return;
    }
    if (accept(current.own(), room)) {
      return;
    }
    if (current.neighbours().isEmpty()) {
      return;
    }
    pauseFor(GRACE_NANOS);
    room = gate.choose();
    if (room == null || !mayAccept() || accept(current.own(), room)) {
      return;
    }
    acceptFromNeighbours(current, room);
  }

  private void acceptFromNeighbours(AcceptPlan current, LoopRoom room) {
    int count = current.neighbours().size();
    // Beginning at another one each time, or a busy neighbour would hide those behind it.
    int first = nextNeighbour++ & Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      if (accept(current.neighbours().get((first + i) % count), room)) {
        return;
      }
    }
  }

  /** Takes a connection if one waits; true ends the round. */
  private boolean accept(ListeningSocket from, LoopRoom room) {
    int descriptor;
    try {
      descriptor = from.socket().accept(address);
    } catch (IOException e) {
      if (AcceptFailures.isOfTheConnection(e)) {
        return false;
      }
      failures.exhausted(from.label(), e);
      pauseFor(FAILURE_PAUSE_NANOS);
      return true;
    }
    if (descriptor < 0) {
      return false;
    }
    failures.over();
    EpollSocketChannel child = handover.open(descriptor);
    if (child != null) {
      handover.give(child, room);
    }
    return true;
  }

  private void pauseFor(long nanos) {
    long begin = System.nanoTime();
    long left = nanos;
    while (left > 0 && mayAccept()) {
      LockSupport.parkNanos(this, left);
      left = nanos - (System.nanoTime() - begin);
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return thread.getName();
  }
}
