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

  /** Nanoseconds as milliseconds to the microsecond. */
  static @Nullable Double millisOrNull(OptionalLong nanos) {
    return nanos.isPresent() ? millis(Duration.ofNanos(nanos.getAsLong())) : null;
  }

  /** Likewise. */
  static @Nullable Double millisOrNull(OptionalDouble nanos) {
    return nanos.isPresent() ? millis(Duration.ofNanos(Math.round(nanos.getAsDouble()))) : null;
  }

  /** A share from 0 to 1, to a hundredth of a percent. */
  static @Nullable Double shareOrNull(OptionalDouble share) {
    return share.isPresent() ? Math.round(share.getAsDouble() * 1e4) / 1e4 : null;
  }
}
