package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;
import static org.jvmcluster.runtime.protocol.ReadingNames.CPU_STOLEN_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.CPU_THROTTLED_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.CPU_THROTTLED_PERIODS;
import static org.jvmcluster.runtime.protocol.ReadingNames.GC_PAUSED_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.GC_PAUSE_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_RUN_QUEUE_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.PROCESS_STOP_NANOS;

import io.vertx.core.json.JsonObject;
import java.util.OptionalLong;

/**
 * What held a worker in one window that no code of its application is to blame for. What was not
 * reported is empty.
 *
 * @param gcPauses each collection's pause
 * @param gcPausedNanos all of them together
 * @param throttledNanos in which the container's CPU quota held the process
 * @param throttledPeriods of the quota, in which it did
 * @param runQueueNanos in which the loops' threads could run and had no core, added
 * @param stolenNanos that the hypervisor gave to others, over all cores of the machine
 * @param stops in which no thread ran and no collection explains it
 */
public record StallFigures(
    LatencyFigures gcPauses,
    OptionalLong gcPausedNanos,
    OptionalLong throttledNanos,
    OptionalLong throttledPeriods,
    OptionalLong runQueueNanos,
    OptionalLong stolenNanos,
    LatencyFigures stops,
    boolean gcIsMeasured,
    boolean stopsAreMeasured) {
  public StallFigures {
    requireNonNull(gcPauses, "gcPauses");
    requireNonNull(stops, "stops");
  }

  static StallFigures of(WindowView view) {
    return new StallFigures(
        view.times(GC_PAUSE_NANOS),
        view.growth(GC_PAUSED_NANOS),
        view.growth(CPU_THROTTLED_NANOS),
        view.growth(CPU_THROTTLED_PERIODS),
        view.growth(LOOP_RUN_QUEUE_NANOS),
        view.growth(CPU_STOLEN_NANOS),
        view.times(PROCESS_STOP_NANOS),
        view.hasDistribution(GC_PAUSE_NANOS),
        view.hasDistribution(PROCESS_STOP_NANOS));
  }

  /** The object called {@code gc}: how long in all, the longest, how many. */
  JsonObject gcJson() {
    return new JsonObject()
        .put("pauseMs", JsonFigures.millisOrNull(gcPausedNanos))
        .put("maxPauseMs", JsonFigures.orNull(gcPauses.maxMillis()))
        .put("count", gcIsMeasured ? (Object) gcPauses.count() : null);
  }

  /** The object called {@code cpu}. */
  JsonObject cpuJson() {
    return new JsonObject()
        .put("throttledMs", JsonFigures.millisOrNull(throttledNanos))
        .put("throttledPeriods", JsonFigures.orNull(throttledPeriods))
        .put("runQueueMs", JsonFigures.millisOrNull(runQueueNanos))
        .put("stolenMs", JsonFigures.millisOrNull(stolenNanos))
        .put("stops", stopsAreMeasured ? (Object) stops.count() : null)
        .put("maxStopMs", JsonFigures.orNull(stops.maxMillis()));
  }
}
