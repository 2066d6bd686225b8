package org.jvmcluster.supervisor.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.LastExit;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

/**
 * How many workers of each slot ended and were followed by another, by reason. Counts what {@code
 * lastExit} shows, which every view of the fleet has, so it sees each ending once.
 *
 * <p>Safe for any thread.
 */
public final class EndingCounts {
  /**
   * Begin at 0 with the slot: an alarm on the growth of a counter does not notice one that begins
   * with 1.
   */
  private static final List<String> REASONS =
      List.of("crashed", "exited", "failed", "hang", "lost control", "never ready", "replaced");

  private final Map<Slot, Map<String, Long>> counts = new HashMap<>();
  private final Map<Slot, LastExit> last = new HashMap<>();

  /** Notices what has ended since the last call; to be called with every new view. */
  public synchronized void observe(FleetView view) {
    Set<Slot> slots = view.workers().stream().map(WorkerView::slot).collect(Collectors.toSet());
    counts.keySet().retainAll(slots);
    last.keySet().retainAll(slots);
    for (WorkerView worker : view.workers()) {
      Map<String, Long> ofSlot = counts.computeIfAbsent(worker.slot(), slot -> fromZero());
      worker
          .lastExit()
          .filter(exit -> !exit.equals(last.get(worker.slot())))
          .ifPresent(
              exit -> {
                last.put(worker.slot(), exit);
                ofSlot.merge(exit.reason(), 1L, Long::sum);
              });
    }
  }

  private static Map<String, Long> fromZero() {
    Map<String, Long> counts = new TreeMap<>();
    REASONS.forEach(reason -> counts.put(reason, 0L));
    return counts;
  }

  /** By slot, then by reason; only slots that there are. */
  public synchronized Map<Slot, Map<String, Long>> now() {
    Map<Slot, Map<String, Long>> copy = new HashMap<>();
    counts.forEach((slot, ofSlot) -> copy.put(slot, Map.copyOf(ofSlot)));
    return copy;
  }
}
