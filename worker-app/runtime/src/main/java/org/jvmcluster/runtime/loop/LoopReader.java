package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One reader of the loops of this worker, with windows of its own: as many readers as wanted look
 * as often as they want, and none changes what another sees. Made by {@link EventLoops#reader()}.
 *
 * <p>Any thread may call; calls follow one another. Looking never waits for a loop.
 */
public final class LoopReader {
  private final EventLoops loops;

  /** Guarded by this, like all that it holds. In the order in which the loops began. */
  private final Map<MeteredLoop, Place> places = new LinkedHashMap<>();

  LoopReader(EventLoops loops) {
    this.loops = requireNonNull(loops, "loops");
  }

  /**
   * The interval since the last call, for each loop that has begun, and starts the next one. The
   * first interval of a loop begins with the loop or with this reader, whichever is later. A loop
   * that has ended comes once more and then no longer.
   */
  public synchronized List<LoopWindow> take() {
    List<LoopWindow> windows = new ArrayList<>();
    take((loop, window, total) -> windows.add(window));
    return windows;
  }

  /** What {@link #take(Visitor)} finds of one loop. */
  @FunctionalInterface
  interface Visitor {
    /**
     * One loop.
     *
     * @param total the loop at the end of the window; its busy time never grows faster than time
     */
    void loop(MeteredLoop loop, LoopWindow window, TurnMeter.Instant total);
  }

  synchronized void take(Visitor visitor) {
    for (MeteredLoop loop : loops.running()) {
      places.computeIfAbsent(loop, Place::new);
    }
    places
        .values()
        .removeIf(
            place -> {
              boolean last = place.loop.turns().hasEnded();
              LoopWindow window = place.take();
              visitor.loop(place.loop, window, place.seen);
              return last;
            });
  }

  /** Where this reader is in one loop. */
  private static final class Place {
    private final MeteredLoop loop;
    private final LagTicks ticks = new LagTicks();
    private final DurationCounts.Cursor turns;
    private final DurationCounts.Cursor taskWaits;
    private TurnMeter.Instant seen = new TurnMeter.Instant(0, 0, 0);

    Place(MeteredLoop loop) {
      this.loop = loop;
      this.turns = loop.turns().turns().cursor();
      this.taskWaits = loop.turns().taskWaits().cursor();
    }

    LoopWindow take() {
      // The turns first, then the loop: LagTicks needs it so.
      Histogram ended = turns.take();
      Histogram waits = taskWaits.take();
      TurnMeter.Instant now = loop.turns().now();
      long elapsed = Math.max(0, now.elapsedNanos() - seen.elapsedNanos());
      // A loop that is interrupted between reading the clock and writing its state shows the state
      // of before to a reader that comes then. The next look corrects it, within these limits.
      long busy = Math.max(0, Math.min(now.busyNanos() - seen.busyNanos(), elapsed));
      seen =
          new TurnMeter.Instant(
              seen.elapsedNanos() + elapsed, seen.busyNanos() + busy, now.turnBeganNanos());
      Histogram lag = loop.turns().turns().emptyHistogram();
      ticks.reckon(elapsed, ended, now, lag);
      return new LoopWindow(
          loop.number(), elapsed, busy, now.busyForNanos(), loop.pendingTasks(), lag, ended, waits);
    }
  }
}
