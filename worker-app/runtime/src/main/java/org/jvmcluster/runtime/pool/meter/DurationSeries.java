package org.jvmcluster.runtime.pool.meter;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;

/**
 * Durations that many threads record, as one reading an interval. {@link #record} neither waits nor
 * allocates; {@link #addTo} is for one reader at a time.
 */
public final class DurationSeries {
  /** One microsecond: below it the reading of the clock is a good part of what is read. */
  private static final long LOWEST_NANOS = 1_000;

  /** One hour: nobody waits longer for a task; what does is recorded as one hour. */
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  /** 0.1 % of the value, as all durations of the runtime. */
  private static final int SIGNIFICANT_DIGITS = 3;

  private final String name;
  private final Map<String, String> labels;
  private final Recorder recorder = new Recorder(LOWEST_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS);

  /** Of the reader. */
  private @Nullable Histogram spare;

  /** A series of this name and these labels, without a value. */
  public DurationSeries(String name, Map<String, String> labels) {
    this.name = requireNonNull(name, "name");
    this.labels = Map.copyOf(labels);
  }

  /** Records a duration; a negative one, of a clock that was read out of order, as 0. */
  public void record(long nanos) {
    recorder.recordValue(Math.max(0, Math.min(nanos, HIGHEST_NANOS)));
  }

  /** Adds what was recorded since the last call; nothing when nothing was. */
  public void addTo(List<? super Reading> readings) {
    Histogram interval = recorder.getIntervalHistogram(spare);
    if (interval.getTotalCount() == 0) {
      // An idle pool neither sends empty histograms nor makes garbage.
      spare = interval;
    } else {
      // The reading keeps it, so that it never changes under the report's hands.
      spare = null;
      readings.add(new Reading.Distribution(name, labels, interval));
    }
  }
}
