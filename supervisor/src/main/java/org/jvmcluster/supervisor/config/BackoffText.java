package org.jvmcluster.supervisor.config;

import java.time.Duration;
import org.jvmcluster.supervisor.fleet.RestartBackoff;

/** A {@link RestartBackoff} as people write it: {@code 0s,1s..30s}. */
final class BackoffText {
  private static final String AFTER_FIRST = ",";
  private static final String UP_TO = "..";

  private BackoffText() {}

  static ValueParser.OfWord<RestartBackoff> parser(Duration longest) {
    return word -> {
      int comma = word.indexOf(AFTER_FIRST);
      int dots = word.indexOf(UP_TO, comma + 1);
      if (comma < 0 || dots < 0) {
        throw new BadValueException("'" + word + "' is not of the form FIRST,BASE..CAP");
      }
      ValueParser.OfWord<Duration> duration = ValueParser.duration(Duration.ZERO, longest);
      Duration first = duration.parse(word.substring(0, comma));
      Duration base = duration.parse(word.substring(comma + AFTER_FIRST.length(), dots));
      Duration cap = duration.parse(word.substring(dots + UP_TO.length()));
      if (base.isZero() || cap.compareTo(base) < 0) {
        throw new BadValueException("'" + word + "' lacks 0 < BASE <= CAP");
      }
      return new RestartBackoff(first, base, cap);
    };
  }

  static String format(RestartBackoff backoff) {
    return DurationText.format(backoff.first())
        + AFTER_FIRST
        + DurationText.format(backoff.base())
        + UP_TO
        + DurationText.format(backoff.cap());
  }
}
