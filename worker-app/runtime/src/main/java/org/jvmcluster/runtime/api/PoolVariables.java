package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the settings of a pool from environment variables; an empty one counts as not set. */
final class PoolVariables {
  private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,8})(ms|s|m|h)");

  private final Map<String, String> environment;

  PoolVariables(Map<String, String> environment) {
    this.environment = requireNonNull(environment, "environment");
  }

  int number(String name, int absent, int most) {
    Optional<String> text = value(name);
    if (text.isEmpty()) {
      return absent;
    }
    try {
      int number = Integer.parseInt(text.get());
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words as for a number out of range.
    }
    throw new IllegalArgumentException(
        range("environment variable " + name, 1, most, text.get())
            + "; correct it, or unset it for "
            + absent);
  }

  boolean flag(String name, boolean absent) {
    return switch (value(name).orElse(absent ? "on" : "off")) {
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new IllegalArgumentException(
              "environment variable "
                  + name
                  + " is on or off, not '"
                  + environment.get(name)
                  + "'; correct it, or unset it for "
                  + (absent ? "on" : "off"));
    };
  }

  Optional<Duration> duration(String name, Optional<Duration> absent) {
    Optional<String> text = value(name);
    if (text.isEmpty()) {
      return absent;
    }
    if (text.get().equals("off")) {
      return Optional.empty();
    }
    Matcher matcher = DURATION.matcher(text.get());
    Duration value = matcher.matches() ? duration(matcher) : Duration.ZERO;
    if (value.isZero() || value.compareTo(PoolOptions.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "environment variable "
              + name
              + " is a duration with its unit, such as 500ms, 10s or 2m, at most "
              + PoolOptions.LONGEST.toHours()
              + "h, or off, not '"
              + text.get()
              + "'; correct or unset it");
    }
    return Optional.of(value);
  }

  private static Duration duration(Matcher matcher) {
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  static String range(String what, int least, int most, String value) {
    return what
        + " is a whole number "
        + (most == Integer.MAX_VALUE ? "of " + least + " or more" : "from " + least + " to " + most)
        + ", not '"
        + value
        + "'";
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
  }
}
