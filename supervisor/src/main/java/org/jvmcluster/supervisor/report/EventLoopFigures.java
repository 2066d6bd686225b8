package org.jvmcluster.supervisor.report;

import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_BUSY_FOR_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_BUSY_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_CPU_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_ELAPSED_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_LAG_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_PENDING_TASKS;
import static org.jvmcluster.runtime.protocol.ReadingNames.LOOP_TASK_WAIT_NANOS;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * How the event loops of a worker, or of all, fared in one window. Shares of time are from 0 to 1;
 * what was not reported is empty.
 *
 * <p>A share is the growth of one counter over that of another, both read by the worker in the same
 * instant: with 900 ms busy of 1000 ms in the first second and 100 ms of 1000 ms in the second, the
 * utilization is 1000 / 2000 = 0.5 and that of the worst second 0.9.
 *
 * @param loops each by itself, by number
 * @param utilization share of the window not spent waiting in the poller, all loops together
 * @param worstSecondUtilization the largest that one report of one loop shows
 * @param cpuRatio share of the window that the loops' threads were on a CPU
 * @param lag how late ticks of 10 ms would have run
 * @param blockedFor for how long none of the loops has been at its poller, as of the last report
 * @param taskWait how long tasks put on the loops from outside waited
 * @param pendingTasks that wait now
 */
public record EventLoopFigures(
    List<Loop> loops,
    OptionalDouble utilization,
    OptionalDouble worstSecondUtilization,
    OptionalDouble cpuRatio,
    LatencyFigures lag,
    OptionalDouble blockedFor,
    LatencyFigures taskWait,
    OptionalLong pendingTasks) {
  /**
   * Away from the poller for so long, a loop is blocked: whoever connects notices, and it is longer
   * than any stretch of work that a loop should do at once, by two orders.
   */
  public static final Duration BLOCKED = Duration.ofSeconds(1);

  private static final List<String> OF_A_LOOP =
      List.of(LOOP_ELAPSED_NANOS, LOOP_BUSY_FOR_NANOS, LOOP_PENDING_TASKS);

  public EventLoopFigures {
    loops = List.copyOf(loops);
  }

  /**
   * One event loop.
   *
   * @param number from 0, as the worker numbers them
   * @param busyForNanos away from its poller for so long, as of the last report
   */
  public record Loop(
      String number,
      OptionalDouble utilization,
      OptionalDouble worstSecondUtilization,
      OptionalDouble cpuRatio,
      OptionalDouble busyForNanos,
      OptionalLong pendingTasks) {}

  static EventLoopFigures of(WindowView view) {
    SortedSet<String> numbers = view.labels(SeriesKey.LOOP, OF_A_LOOP);
    Map<String, Double> busiest = view.busiest();
    List<Loop> loops = new ArrayList<>();
    Map<String, Long> elapsed = view.growthBy(LOOP_ELAPSED_NANOS, SeriesKey.LOOP);
    Map<String, Long> busy = view.growthBy(LOOP_BUSY_NANOS, SeriesKey.LOOP);
    Map<String, Long> onCpu = view.growthBy(LOOP_CPU_NANOS, SeriesKey.LOOP);
    for (String number : numbers) {
      OptionalDouble pending = view.gauge(LOOP_PENDING_TASKS, SeriesKey.LOOP, number);
      loops.add(
          new Loop(
              number,
              share(busy.get(number), elapsed.get(number)),
              orEmpty(busiest.get(number)),
              share(onCpu.get(number), elapsed.get(number)),
              view.gauge(LOOP_BUSY_FOR_NANOS, SeriesKey.LOOP, number),
              pending.isPresent()
                  ? OptionalLong.of(Math.round(pending.getAsDouble()))
                  : OptionalLong.empty()));
    }
    return new EventLoopFigures(
        loops,
        share(sum(busy), sum(elapsed)),
        busiest.values().stream().mapToDouble(Double::doubleValue).max(),
        share(sum(onCpu), sum(elapsed)),
        view.times(LOOP_LAG_NANOS),
        view.gauges(LOOP_BUSY_FOR_NANOS).min(),
        view.times(LOOP_TASK_WAIT_NANOS),
        view.wholeGauge(LOOP_PENDING_TASKS));
  }

  private static OptionalDouble orEmpty(@Nullable Double share) {
    return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  /** Never above 1: a thread's CPU clock is read a moment after the time. */
  private static OptionalDouble share(@Nullable Long part, @Nullable Long whole) {
    return part == null || whole == null || whole <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, (double) part / whole));
  }

  private static @Nullable Long sum(Map<String, Long> byLoop) {
    return byLoop.values().stream().reduce(Long::sum).orElse(null);
  }

  /** Whether every loop is away from its poller for too long, as of the last report. */
  boolean isBlocked() {
    return blockedFor.isPresent() && blockedFor.getAsDouble() >= BLOCKED.toNanos();
  }

  /** The object called {@code eventLoop} of a worker. */
  JsonObject toJson() {
    JsonObject json = new JsonObject().put("loops", loops.isEmpty() ? null : loops.size());
    putShares(json);
    return json.put("blockedForMs", JsonFigures.millisOrNull(blockedFor))
        .put("taskWaitP99Ms", JsonFigures.orNull(taskWait.p99Millis()))
        .put("pendingTasks", JsonFigures.orNull(pendingTasks))
        .put("perLoop", perLoop());
  }

  /** The object called {@code eventLoop} of all workers together. */
  JsonObject toMergedJson() {
    JsonObject json = new JsonObject();
    putShares(json);
    return json.put("taskWaitP99Ms", JsonFigures.orNull(taskWait.p99Millis()))
        .put("pendingTasks", JsonFigures.orNull(pendingTasks));
  }

  private void putShares(JsonObject json) {
    json.put("utilization", JsonFigures.shareOrNull(utilization))
        .put("worstSecondUtilization", JsonFigures.shareOrNull(worstSecondUtilization))
        .put("cpuRatio", JsonFigures.shareOrNull(cpuRatio))
        .put("lagP50Ms", JsonFigures.orNull(lag.p50Millis()))
        .put("lagP99Ms", JsonFigures.orNull(lag.p99Millis()))
        .put("lagMaxMs", JsonFigures.orNull(lag.maxMillis()));
  }

  private JsonArray perLoop() {
    JsonArray array = new JsonArray();
    loops.forEach(
        loop ->
            array.add(
                new JsonObject()
                    .put("loop", loop.number())
                    .put("utilization", JsonFigures.shareOrNull(loop.utilization()))
                    .put(
                        "worstSecondUtilization",
                        JsonFigures.shareOrNull(loop.worstSecondUtilization()))
                    .put("cpuRatio", JsonFigures.shareOrNull(loop.cpuRatio()))
                    .put("busyForMs", JsonFigures.millisOrNull(loop.busyForNanos()))
                    .put("pendingTasks", JsonFigures.orNull(loop.pendingTasks()))));
    return array;
  }
}
