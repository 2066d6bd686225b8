package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One measured figure of a {@link WorkerReport}: a name from {@link ReadingNames}, optional labels
 * such as {@code loop=0}, and a value. Equal names with different labels are different series.
 */
public sealed interface Reading {
  /** The name, which ends in its unit where it has one. */
  String name();

  /** Labels that tell series of one name apart; often empty. */
  Map<String, String> labels();

  /**
   * A figure as it is at the end of the interval.
   *
   * @param value finite
   */
  record Gauge(String name, Map<String, String> labels, double value) implements Reading {
    public Gauge {
      requireNonNull(name, "name");
      labels = Map.copyOf(labels);
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(name + " is not a number: " + value);
      }
    }

    /** A gauge without labels. */
    public static Gauge of(String name, double value) {
      return new Gauge(name, Map.of(), value);
    }
  }

  /**
   * How often something happened since the worker started. Never falls within one life, so that a
   * lost report loses no event.
   */
  record Counter(String name, Map<String, String> labels, long total) implements Reading {
    public Counter {
      requireNonNull(name, "name");
      labels = Map.copyOf(labels);
    }

    /** A counter without labels. */
    public static Counter of(String name, long total) {
      return new Counter(name, Map.of(), total);
    }
  }

  /**
   * The durations recorded within the interval, in nanoseconds.
   *
   * @param histogram not to be changed once it is in a reading: histograms are large, so it is not
   *     copied
   */
  record Distribution(String name, Map<String, String> labels, Histogram histogram)
      implements Reading {
    public Distribution {
      requireNonNull(name, "name");
      labels = Map.copyOf(labels);
      requireNonNull(histogram, "histogram");
    }
  }
}
