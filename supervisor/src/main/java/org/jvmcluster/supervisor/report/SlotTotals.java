package org.jvmcluster.supervisor.report;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jvmcluster.runtime.protocol.ReadingNames;

/**
 * What all workers of a slot have counted, one after the other: nothing in here ever goes back when
 * a worker is replaced. Immutable.
 *
 * @param times distributions in the buckets of {@link BucketedTimes}
 * @param counters sums of what each worker counted
 */
public record SlotTotals(Map<SeriesKey, BucketedTimes> times, Map<SeriesKey, Long> counters) {
  /** Those that are published; the others are for figures of a window. */
  private static final Set<String> PUBLISHED_TIMES =
      Set.of(
          ReadingNames.LATENCY_NANOS,
          ReadingNames.SERVER_TIME_NANOS,
          ReadingNames.LOOP_LAG_NANOS,
          ReadingNames.LOOP_TASK_WAIT_NANOS,
          ReadingNames.POOL_WAIT_NANOS,
          ReadingNames.POOL_RUN_NANOS,
          ReadingNames.VERTX_POOL_WAIT_NANOS,
          ReadingNames.GC_PAUSE_NANOS,
          ReadingNames.PROCESS_STOP_NANOS);

  static final SlotTotals NONE = new SlotTotals(Map.of(), Map.of());

  public SlotTotals {
    times = Map.copyOf(times);
    counters = Map.copyOf(counters);
  }

  /** Adds up what reports of workers of the slot added. Not safe for several threads. */
  static final class Growing {
    private final Map<SeriesKey, BucketedTimes> times = new HashMap<>();
    private final Map<SeriesKey, Long> counters = new HashMap<>();

    /** Bounded like the readings of one worker: kinds that come and go with workers add up here. */
    void add(Interval interval) {
      interval
          .times()
          .forEach(
              (key, values) -> {
                if (PUBLISHED_TIMES.contains(key.name())
                    && hasRoom(times, key, WorkerReadings.MAX_DISTRIBUTIONS)) {
                  times.put(key, times.getOrDefault(key, BucketedTimes.NONE).plus(values));
                }
              });
      interval
          .growth()
          .forEach(
              (key, growth) -> {
                if (hasRoom(counters, key, WorkerReadings.MAX_FIGURES)) {
                  counters.merge(key, growth, Long::sum);
                }
              });
    }

    private static boolean hasRoom(Map<SeriesKey, ?> series, SeriesKey key, int most) {
      return series.containsKey(key) || series.size() < most;
    }

    SlotTotals now() {
      return new SlotTotals(times, counters);
    }
  }
}
