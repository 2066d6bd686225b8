package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves a connection to another worker unless a loop here can serve it at once. A loop has room
 *
 * <ul>
 *   <li>when it is idle: nothing in flight and nothing fresh. So no limit closes a worker for good;
 *   <li>else when nothing fresh is on its way to it, the worker has fewer than {@code maxInFlight}
 *       requests in flight, and the loop answers a ping: a task that was posted <em>after</em> the
 *       connection was seen. A loop that waits for timers answers at once, one that computes or
 *       blocks does not, and which of the two it does no counter can tell.
 * </ul>
 *
 * <p>Open connections do not count: kept-alive ones would hold the gate shut.
 *
 * <p>Only {@link Ping#run} runs on the event loops.
 */
final class AskingGate implements Gate {
  /**
   * How long a loop may take to answer. A free loop needs some ten microseconds; one that needs
   * longer than this is busy for as long as anybody knows, and the connection is better off with a
   * neighbour.
   */
  private static final long PING_LIMIT_NANOS = Duration.ofMillis(1).toNanos();

  private final Rooms rooms;
  private final EventLoopGroup loops;
  private final int maxInFlight;
  private final BooleanSupplier asksIdleLoops;
  private final Map<LoopRoom, Ping> pings = new HashMap<>();

  /**
   * @param loops whose loops serve the port; read again for each decision
   * @param maxInFlight requests in flight in the whole worker
   * @param asksIdleLoops whether even a loop without counted requests must answer, because it may
   *     be serving uncounted ones
   */
  AskingGate(Rooms rooms, EventLoopGroup loops, int maxInFlight, BooleanSupplier asksIdleLoops) {
    this.rooms = requireNonNull(rooms, "rooms");
    this.loops = requireNonNull(loops, "loops");
    this.maxInFlight = maxInFlight;
    this.asksIdleLoops = requireNonNull(asksIdleLoops, "asksIdleLoops");
  }

  /** An idle loop with the fewest connections, else the first that answers. */
  @Override
  public @Nullable LoopRoom choose() {
    List<LoopRoom> candidates = rooms.of(loops);
    LoopRoom idle = asksIdleLoops.getAsBoolean() ? null : idlest(candidates);
    if (idle != null) {
      return idle;
    }
    if (rooms.inFlight() >= maxInFlight) {
      return null;
    }
    candidates.removeIf(room -> !room.isSettled());
    return candidates.isEmpty() ? null : firstToAnswer(candidates);
  }

  private static @Nullable LoopRoom idlest(List<LoopRoom> candidates) {
    LoopRoom best = null;
    for (LoopRoom room : candidates) {
      if (room.isIdle() && (best == null || room.open() < best.open())) {
        best = room;
      }
    }
    return best;
  }

  private @Nullable LoopRoom firstToAnswer(List<LoopRoom> candidates) {
    for (LoopRoom room : candidates) {
      pingOf(room).ask();
    }
    long begin = System.nanoTime();
    do {
      for (LoopRoom room : candidates) {
        if (pingOf(room).isAnswered()) {
          return room;
        }
      }
      LockSupport.parkNanos(this, PING_LIMIT_NANOS - (System.nanoTime() - begin));
    } while (System.nanoTime() - begin < PING_LIMIT_NANOS);
    return null;
  }

  /** Some loop is idle, or could have room and does not owe an answer. */
  @Override
  public boolean mayHaveRoom() {
    List<LoopRoom> candidates = rooms.of(loops);
    if (!asksIdleLoops.getAsBoolean() && idlest(candidates) != null) {
      return true;
    }
    if (rooms.inFlight() >= maxInFlight) {
      return false;
    }
    for (LoopRoom room : candidates) {
      if (room.isSettled() && pingOf(room).isAnswered()) {
        return true;
      }
    }
    return false;
  }

  private Ping pingOf(LoopRoom room) {
    return pings.computeIfAbsent(room, asked -> new Ping(asked, Thread.currentThread()));
  }

  /** A question to a loop whether it is free. At most one is on its way to each loop. */
  private static final class Ping implements Runnable {
    private final LoopRoom room;
    private final Thread asker;
    private volatile boolean owed;

    Ping(LoopRoom room, Thread asker) {
      this.room = room;
      this.asker = asker;
    }

    void ask() {
      if (!owed) {
        owed = true;
        try {
          room.loop().execute(this);
        } catch (RejectedExecutionException loopHasEnded) {
          // It stays owed: that loop never has room again.
        }
      }
    }

    boolean isAnswered() {
      return !owed;
    }

    @Override
    public void run() {
      owed = false;
      LockSupport.unpark(asker);
    }
  }
}
