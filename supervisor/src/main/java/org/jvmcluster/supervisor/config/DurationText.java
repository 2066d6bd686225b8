package org.jvmcluster.supervisor.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 10s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  /** Up to nine digits: the largest, 999999999h, still fits a {@code Duration}. */
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

  private DurationText() {}

  /**
   * Reads a duration as a person wrote it.
   *
   * @param text a whole number and its unit, nothing between
   * @return zero or more
   * @throws IllegalArgumentException if the unit is missing or unknown; the message says which
   */
  public static Duration of(String text) {
    try {
      return parse(text);
    } catch (BadValueException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  static Duration parse(String text) throws BadValueException {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      throw new BadValueException("'" + text + "' is no duration: write 500ms, 10s, 2m or 1h");
    }
    String unit = matcher.group(2);
    if (unit == null) {
      throw new BadValueException(
          "'" + text + "' has no unit: write " + text + "ms, " + text + "s or " + text + "m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /**
   * The same duration in the largest unit that needs no fraction: 90 s is {@code 90s}, 120 s is
   * {@code 2m}, zero is {@code 0s}.
   *
   * @param duration whole milliseconds, zero or more
   */
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
  }
}
