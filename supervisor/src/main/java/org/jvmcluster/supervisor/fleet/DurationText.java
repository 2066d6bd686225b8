package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Locale;

/** Durations as people read them in a log: two figures are enough. */
final class DurationText {
  private DurationText() {}

  /** {@code 0.4 s}, {@code 3 min 20 s}, {@code 3 h 20 min}, {@code 2 d 3 h}. */
  static String of(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      // Tenths by integer arithmetic: rounding up would print "60.0 s" for 59.96 s.
      return String.format(Locale.ROOT, "%d.%d s", seconds, duration.toMillisPart() / 100);
    }
    if (seconds < 3600) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    if (duration.toDays() < 1) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toDays() + " d " + duration.toHoursPart() + " h";
  }
}
