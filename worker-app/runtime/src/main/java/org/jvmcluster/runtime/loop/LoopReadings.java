package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/** The event loops of this worker as readings. Nothing is said of a loop that has not begun. */
public final class LoopReadings implements ReadingSource {
  private final LoopReader reader;
  private final StallNews news;

  LoopReadings(LoopReader reader, EventLoops loops) {
    this.reader = requireNonNull(reader, "reader");
    this.news = new StallNews(loops);
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>();
    reader.take((loop, window, total) -> add(readings, loop, window, total));
    return readings;
  }

  /** A loop has begun to stall, or one that did has ended its stall. */
  @Override
  public boolean isUrgent() {
    return news.look();
  }

  private static void add(
      List<Reading> readings, MeteredLoop loop, LoopWindow window, TurnMeter.Instant total) {
    Map<String, String> labels = Map.of("loop", Integer.toString(window.loop()));
    readings.add(
        new Reading.Counter(ReadingNames.LOOP_ELAPSED_NANOS, labels, total.elapsedNanos()));
    readings.add(new Reading.Counter(ReadingNames.LOOP_BUSY_NANOS, labels, total.busyNanos()));
    readings.add(
        new Reading.Gauge(
            ReadingNames.LOOP_BUSY_FOR_NANOS, labels, (double) window.busyForNanos()));
    readings.add(new Reading.Gauge(ReadingNames.LOOP_PENDING_TASKS, labels, window.pendingTasks()));
    loop.schedule()
        .flatMap(ThreadSchedule::read)
        .ifPresent(
            times -> {
              readings.add(
                  new Reading.Counter(ReadingNames.LOOP_CPU_NANOS, labels, times.cpuNanos()));
              readings.add(
                  new Reading.Counter(
                      ReadingNames.LOOP_RUN_QUEUE_NANOS, labels, times.runQueueNanos()));
            });
    add(readings, ReadingNames.LOOP_LAG_NANOS, labels, window.lag());
    add(readings, ReadingNames.LOOP_TURN_NANOS, labels, window.turns());
    add(readings, ReadingNames.LOOP_TASK_WAIT_NANOS, labels, window.taskWaits());
  }

  private static void add(
      List<Reading> readings, String name, Map<String, String> labels, Histogram durations) {
    if (durations.getTotalCount() > 0) {
      readings.add(new Reading.Distribution(name, labels, durations));
    }
  }
}
