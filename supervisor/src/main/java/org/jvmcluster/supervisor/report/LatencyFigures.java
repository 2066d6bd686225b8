package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of one distribution over one window, with the number of samples they were read from.
 * Without a sample there are none: they are empty, never 0.
 *
 * @param window how long the window is; shorter than its name says for a worker younger than it
 * @param count how many samples
 * @param p50Millis half of the samples took no longer than this; so on for the others
 * @param maxMillis the largest of the same window
 */
public record LatencyFigures(
    Duration window,
    long count,
    OptionalDouble p50Millis,
    OptionalDouble p90Millis,
    OptionalDouble p99Millis,
    OptionalDouble p999Millis,
    OptionalDouble maxMillis) {

  /** Of a worker that has not reported: no sample in no time. */
  static final LatencyFigures NONE = of(Histograms.empty(), Duration.ZERO);

  /** What {@code nanos}, a distribution of nanoseconds, says. */
  static LatencyFigures of(Histogram nanos, Duration window) {
    return new LatencyFigures(
        window,
        nanos.getTotalCount(),
        percentile(nanos, 50),
        percentile(nanos, 90),
        percentile(nanos, 99),
        percentile(nanos, 99.9),
        percentile(nanos, 100));
  }

  private static OptionalDouble percentile(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(millis(nanos.getValueAtPercentile(percentile)));
  }

  /** Milliseconds to the microsecond; more digits than the histogram's resolution tells. */
  private static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }

  /** The object that stands for {@code latency} and {@code serverTime} in a status. */
  JsonObject toJson() {
    return new JsonObject()
        .put("windowSeconds", JsonFigures.seconds(window))
        .put("count", count)
        .put("p50Ms", JsonFigures.orNull(p50Millis))
        .put("p90Ms", JsonFigures.orNull(p90Millis))
        .put("p99Ms", JsonFigures.orNull(p99Millis))
        .put("p999Ms", JsonFigures.orNull(p999Millis))
        .put("maxMs", JsonFigures.orNull(maxMillis));
  }
}
