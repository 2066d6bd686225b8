package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.loop.ArrivalAge;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Refuses connections that have waited too long while no loop here has room. A loop of another
 * worker with room would have taken them, so a connection that still waits is one for which nobody
 * has room. It is refused when that has gone on for so long that nobody is served at all, or when
 * the line has not been empty for {@value #STANDING} times as long: a burst is worked off, a line
 * that stands would only grow until every client has given up. In a standing line a quarter of the
 * wait must do: it delays everybody and helps nobody.
 *
 * <p>How long a connection has waited is known only once it is accepted. So it is accepted when it
 * may have waited too long; if it has not, it is held, and comes first when a loop has room.
 *
 * <p>Connections of neighbours are looked at too, later than their owner would have: the owner may
 * be stopped, or its slot without a worker.
 *
 * <p>Of the thread that runs the accept loop.
 */
final class Overflow implements AutoCloseable {
  /**
   * Between two looks at the lines, while no loop has room. A line that others keep emptying must
   * be caught empty once within the allowed wait, or a connection would be taken away from them:
   * they leave it empty for a millisecond or two between two connections.
   */
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  /** A burst that is worked off within so many times the wait that is allowed is none too many. */
  private static final int STANDING = 5;

  /** Refusals at one look; then the gate is asked again. */
  private static final int MOST_AT_ONCE = 64;

  /** What this port's connections are refused by. */
  private final Admission admission;

  private final Refusals refusals;
  private final Handover handover;
  private final Rooms rooms;
  private final AcceptFailures failures;
  private final NanoClock clock;
  private final long limitNanos;
  private final ArrivalAge arrivalAge = new ArrivalAge();
  private final RequestLine requestLine = new RequestLine();
  private final List<WaitingLine> lines = new ArrayList<>();
  private final byte[] address = new byte[AcceptLoop.ADDRESS_BYTES];
  private long nextLookNanos;

  /** Since when no loop has had room; null while one has. */
  private @Nullable Long shutSinceNanos;

  /** Whether the last look failed for want of descriptors or memory. */
  private boolean exhausted;

  private @Nullable EpollSocketChannel held;
  private long heldSinceNanos;

  /**
   * @param admission with a limit on the waiting
   */
  Overflow(
      Admission admission,
      Refusals refusals,
      Handover handover,
      Rooms rooms,
      AcceptFailures failures,
      NanoClock clock) {
    this.admission = requireNonNull(admission, "admission");
    this.refusals = requireNonNull(refusals, "refusals");
    this.handover = requireNonNull(handover, "handover");
    this.rooms = requireNonNull(rooms, "rooms");
    this.failures = requireNonNull(failures, "failures");
    this.clock = requireNonNull(clock, "clock");
    this.limitNanos = admission.shedAfter().orElseThrow().toNanos();
    this.nextLookNanos = clock.nanos();
  }

  /** Looks at the sockets of this plan from now on. */
  void follow(AcceptPlan plan) throws IOException {
    closeLines();
    long now = clock.nanos();
    lines.add(new WaitingLine(plan.own(), now));
    for (ListeningSocket neighbour : plan.neighbours()) {
      lines.add(new WaitingLine(neighbour, now));
    }
  }

  /** A loop has room, so somebody is served. */
  void hadRoom() {
    shutSinceNanos = null;
  }

  /** Nobody waited on any socket a moment ago. */
  void sawEmpty() {
    long now = clock.nanos();
    lines.forEach(line -> line.sawEmpty(now));
  }

  /**
   * Refuses what has waited too long.
   *
   * @return how many nanoseconds later it is worth looking again, if still no loop has room
   */
  long look() throws IOException {
    long now = clock.nanos();
    if (shutSinceNanos == null || admission.isSuspended()) {
      shutSinceNanos = now;
    }
    if (now - nextLookNanos < 0) {
      return nextLookNanos - now;
    }
    for (WaitingLine line : lines) {
      line.look(now);
    }
    boolean servesNobody = now - shutSinceNanos >= limitNanos;
    if (servesNobody && isHeldTooLong(now)) {
      refuse(take());
    }
    exhausted = false;
    int refused = 0;
    for (int i = 0; i < lines.size() && mayTakeMore(refused); i++) {
      WaitingLine line = lines.get(i);
      boolean stands = line.hasStoodFor(STANDING * limitNanos, now) && !admission.isSuspended();
      if (!stands && !servesNobody) {
        continue;
      }
      long allowed = stands ? limitNanos / Admission.STANDING_SHARE : limitNanos;
      long patience = i == 0 ? allowed : 2 * allowed;
      while (mayTakeMore(refused)
          && refusals.hasRoom()
          && line.mayHaveKeptWaiting(patience, now)
          && acceptFrom(line, allowed, now)) {
        refused++;
      }
    }
    long pause = exhausted ? AcceptLoop.FAILURE_PAUSE_NANOS : PAUSE_NANOS;
    nextLookNanos = now + pause;
    return pause;
  }

  private boolean mayTakeMore(int refused) {
    return held == null && !exhausted && refused < MOST_AT_ONCE;
  }

  private boolean isHeldTooLong(long now) {
    return held != null && now - heldSinceNanos >= limitNanos;
  }

  /** Takes the first of a line, to refuse or to hold it; false when there is none. */
  private boolean acceptFrom(WaitingLine line, long allowed, long now) {
    int descriptor;
    try {
      descriptor = line.socket().socket().accept(address);
    } catch (IOException e) {
      if (!AcceptFailures.isOfTheConnection(e)) {
        failures.exhausted(line.socket().label(), e);
        exhausted = true;
        return false;
      }
      return true;
    }
    if (descriptor < 0) {
      line.sawEmpty(now);
      return false;
    }
    EpollSocketChannel child = handover.open(descriptor);
    if (child == null) {
      return true;
    }
    long age = arrivalAge.nanos(child);
    line.sawFirst(now - age);
    if (age >= allowed) {
      refuse(child);
    } else {
      held = child;
      heldSinceNanos = now - age;
      line.sawMotion();
    }
    return true;
  }

  private void refuse(EpollSocketChannel child) {
    if (handover.speaksTls()) {
      admission.count(ShedReason.ALL_BLOCKED);
      refusals.drop(child);
      return;
    }
    ByteBuf asked = requestLine.read(child);
    LoopRoom room = leastLoaded();
    if (room != null && admission.isExempt(RequestLine.uri(asked))) {
      // A late answer to a probe is better than one that says what is not true.
      handover.give(child, room, asked);
      return;
    }
    admission.count(ShedReason.ALL_BLOCKED);
    refusals.refuse(child, asked.isReadable());
    asked.release();
  }

  private @Nullable LoopRoom leastLoaded() {
    LoopRoom least = null;
    for (LoopRoom room : rooms.of(handover.loops())) {
      if (least == null || room.expected() < least.expected()) {
        least = room;
      }
    }
    return least;
  }

  /** Whether an accepted connection waits here for room. */
  boolean isHolding() {
    return held != null;
  }

  /** The connection that waits here. */
  EpollSocketChannel take() {
    EpollSocketChannel child = requireNonNull(held, "held");
    held = null;
    return child;
  }

  private void closeLines() throws IOException {
    for (WaitingLine line : lines) {
      line.close();
    }
    lines.clear();
  }

  /** Gives up the sockets. What is held must have been taken. */
  @Override
  public void close() throws IOException {
    closeLines();
  }
}
