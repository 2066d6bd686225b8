package org.jvmcluster.runtime.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/**
 * The durations of the requests that one event loop answered.
 *
 * <p>{@link #answered} is called by that loop only, {@link #addReadings} by one reader at a time;
 * neither waits for the other.
 */
public final class LoopMeter {
  /** 0.1 % of the value, finer than any decision taken on it. */
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<String, String> labels;
  private final Series latency = new Series(ReadingNames.LATENCY_NANOS);
  private final Series serverTime = new Series(ReadingNames.SERVER_TIME_NANOS);
  private final AtomicLong answers = new AtomicLong();

  /**
   * @param number tells this loop from the worker's others, counts from 0
   */
  public LoopMeter(int number) {
    this.labels = Map.of("loop", Integer.toString(number));
  }

  /**
   * Records a request whose last byte was just written.
   *
   * @param serverTimeNanos from the first read to now
   * @param arrivalAgeNanos how long the request had lain in the kernel when it was first read, 0
   *     when not known or none
   */
  public void answered(long serverTimeNanos, long arrivalAgeNanos) {
    serverTime.record(serverTimeNanos);
    latency.record(serverTimeNanos + arrivalAgeNanos);
    // The loop is the only writer, so reading and writing need not be one step.
    answers.lazySet(answers.getPlain() + 1);
  }

  /** Requests answered since the worker started. */
  public long answers() {
    return answers.get();
  }

  /** Adds the durations recorded since the last call; none when nothing was answered. */
  public void addReadings(List<? super Reading> readings) {
    List<Reading> mine = new ArrayList<>(2);
    latency.addTo(mine, labels);
    serverTime.addTo(mine, labels);
    readings.addAll(mine);
  }

  private static final class Series {
    private final String name;
    private final DurationCounts counts = new DurationCounts(SIGNIFICANT_DIGITS);
    private final DurationCounts.Cursor cursor = counts.cursor();

    Series(String name) {
      this.name = name;
    }

    void record(long nanos) {
      counts.record(nanos);
    }

    void addTo(List<Reading> readings, Map<String, String> labels) {
      Histogram interval = cursor.take();
      if (interval.getTotalCount() > 0) {
        readings.add(new Reading.Distribution(name, labels, interval));
      }
    }
  }
}
