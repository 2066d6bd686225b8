package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How figures are written in JSON: a missing one is {@code null}, a duration has fractions. */
final class JsonFigures {
  private JsonFigures() {}

  static @Nullable Double orNull(OptionalDouble figure) {
    return figure.isPresent() ? figure.getAsDouble() : null;
  }

  static @Nullable Long orNull(OptionalLong figure) {
    return figure.isPresent() ? figure.getAsLong() : null;
  }

  /** Seconds to the millisecond. */
  static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** Milliseconds to the microsecond. */
  static double millis(Duration duration) {
    return Math.round(duration.toNanos() / 1e3) / 1e3;
  }
}
