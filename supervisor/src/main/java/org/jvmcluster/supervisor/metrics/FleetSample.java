package org.jvmcluster.supervisor.metrics;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;
import org.jvmcluster.supervisor.report.EndingCounts;
import org.jvmcluster.supervisor.report.FleetFigures;
import org.jvmcluster.supervisor.report.ProcessFigures;
import org.jvmcluster.supervisor.report.ReadingStore;
import org.jvmcluster.supervisor.report.SlotTotals;
import org.jvmcluster.supervisor.report.SupervisorFacts;
import org.jvmcluster.supervisor.report.Window;

/**
 * Everything that one scrape shows.
 *
 * @param facts of the supervisor
 * @param view the workers that there are
 * @param figures of a short window, for gauges
 * @param totals by slot, since the start
 * @param endings by slot: how many workers ended and were followed by another, by reason
 * @param processes what the operating system says
 */
public record FleetSample(
    SupervisorFacts facts,
    FleetView view,
    FleetFigures figures,
    Map<Slot, SlotTotals> totals,
    Map<Slot, Map<String, Long>> endings,
    ProcessFigures.Source processes) {
  public FleetSample {
    requireNonNull(facts, "facts");
    requireNonNull(view, "view");
    requireNonNull(figures, "figures");
    totals = Map.copyOf(totals);
    endings = Map.copyOf(endings);
    requireNonNull(processes, "processes");
  }

  /** As of now. */
  public static FleetSample take(
      SupervisorFacts facts,
      FleetView view,
      ReadingStore readings,
      EndingCounts endings,
      ProcessFigures.Source processes) {
    Set<Slot> slots = view.workers().stream().map(WorkerView::slot).collect(Collectors.toSet());
    return new FleetSample(
        facts,
        view,
        readings.figures(Window.LAST_10_SECONDS),
        readings.totals(slots),
        endings.now(),
        processes);
  }
}
