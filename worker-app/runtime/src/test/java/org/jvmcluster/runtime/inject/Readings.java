package org.jvmcluster.runtime.inject;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;

/** Finds figures in readings. */
final class Readings {
  private Readings() {}

  static double gauge(List<Reading> readings, String name) {
    return find(readings, name, Reading.Gauge.class).value();
  }

  static long counter(List<Reading> readings, String name) {
    return find(readings, name, Reading.Counter.class).total();
  }

  static Histogram histogram(List<Reading> readings, String name) {
    return find(readings, name, Reading.Distribution.class).histogram();
  }

  private static <T extends Reading> T find(List<Reading> readings, String name, Class<T> type) {
    return readings.stream()
        .filter(reading -> reading.name().equals(name))
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not among " + readings));
  }
}
