package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoopGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the kernel's hash brings, for a worker that serves its own slot: nobody else would
 * take the connection, so asking whether a loop is free could only delay it. Spreads over the
 * worker's loops by what they have to do.
 */
final class TrustingGate implements Gate {
  private final Rooms rooms;
  private final EventLoopGroup loops;
  private final int maxInFlight;

  /**
   * @param loops whose loops serve the port; read again for each decision
   * @param maxInFlight requests in flight, begun or on their way, in the whole worker
   */
  TrustingGate(Rooms rooms, EventLoopGroup loops, int maxInFlight) {
    this.rooms = requireNonNull(rooms, "rooms");
    this.loops = requireNonNull(loops, "loops");
    this.maxInFlight = maxInFlight;
  }

  /** The loop with the fewest requests, of those the one with the fewest connections. */
  @Override
  public @Nullable LoopRoom choose() {
    List<LoopRoom> candidates = rooms.of(loops);
    if (rooms.expected() >= maxInFlight) {
      return null;
    }
    LoopRoom best = null;
    for (LoopRoom room : candidates) {
      if (best == null
          || room.expected() < best.expected()
          || (room.expected() == best.expected() && room.open() < best.open())) {
        best = room;
      }
    }
    return best;
  }

  @Override
  public boolean mayHaveRoom() {
    return !rooms.of(loops).isEmpty() && rooms.expected() < maxInFlight;
  }
}
