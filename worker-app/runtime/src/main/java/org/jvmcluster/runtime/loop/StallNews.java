package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether something has happened to a loop that is worth a report of its own: it is away from its
 * poller for half a second, or it has come back from such an absence. Each is news once.
 *
 * <p>For one thread.
 */
final class StallNews {
  /** Shorter ones end within the second in which the next report comes anyway. */
  static final long STALL_NANOS = Duration.ofMillis(500).toNanos();

  private final EventLoops loops;

  /** The loops that are known to stall, each with the beginning of the turn. */
  private final Map<MeteredLoop, Long> stalled = new HashMap<>();

  StallNews(EventLoops loops) {
    this.loops = requireNonNull(loops, "loops");
  }

  /** Looks at all loops; whether there is anything that the last look did not see. */
  boolean look() {
    boolean news = false;
    for (MeteredLoop loop : loops.running()) {
      TurnMeter.Instant now = loop.turns().now();
      Long turn = stalled.get(loop);
      if (turn != null && turn != now.turnBeganNanos()) {
        stalled.remove(loop);
        turn = null;
        news = true;
      }
      if (turn == null && now.busyForNanos() > STALL_NANOS) {
        stalled.put(loop, now.turnBeganNanos());
        news = true;
      }
    }
    return stalled.keySet().retainAll(loops.running()) || news;
  }
}
