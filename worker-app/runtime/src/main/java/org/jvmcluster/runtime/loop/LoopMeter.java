package org.jvmcluster.runtime.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/**
 * The durations of the requests that one event loop answered.
 *
 * <p>{@link #answered} is called by that loop only, {@link #addReadings} by one reader at a time;
 * neither waits for the other, see HdrHistogram's {@code WriterReaderPhaser}.
 */
public final class LoopMeter {
  /** One microsecond: below it the reading of the clock is a good part of what is read. */
  private static final long LOWEST_NANOS = 1_000;

  /** One hour: nobody waits longer for an answer; what does is recorded as one hour. */
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

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
    private final SingleWriterRecorder recorder =
        new SingleWriterRecorder(LOWEST_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private @Nullable Histogram spare;

    Series(String name) {
      this.name = name;
    }

    void record(long nanos) {
      recorder.recordValue(Math.max(0, Math.min(nanos, HIGHEST_NANOS)));
    }

    void addTo(List<Reading> readings, Map<String, String> labels) {
      Histogram interval = recorder.getIntervalHistogram(spare);
      if (interval.getTotalCount() == 0) {
        // An idle worker neither sends empty histograms nor makes garbage.
        spare = interval;
      } else {
        // The reading keeps it, so that it never changes under the report's hands.
        spare = null;
        readings.add(new Reading.Distribution(name, labels, interval));
      }
    }
  }
}
