package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stretch of time that the figures of one answer are of. Every figure of a line has the same.
 */
public enum Window {
  /**
   * What arrived in the last ten seconds. The default: long enough for a p99, short enough to act
   * on.
   */
  LAST_10_SECONDS("10s", Optional.of(Duration.ofSeconds(10))),
  /**
   * The last minute, to the five seconds in which older reports are put together: long enough to
   * see what comes every half minute.
   */
  LAST_MINUTE("1m", Optional.of(Duration.ofMinutes(1))),
  /** Everything since the start. */
  ALL("all", Optional.empty());

  private final String wireName;
  private final Optional<Duration> length;

  Window(String wireName, Optional<Duration> length) {
    this.wireName = wireName;
    this.length = length;
  }

  /** The name in options and JSON: {@code 10s}, {@code all}. */
  public String wireName() {
    return wireName;
  }

  /** How long it is; empty for {@link #ALL}. */
  public Optional<Duration> length() {
    return length;
  }

  /**
   * The window of a name.
   *
   * @throws IllegalArgumentException for any other name, saying which there are
   */
  public static Window of(String wireName) {
    return Arrays.stream(values())
        .filter(window -> window.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no window is called '"
                        + wireName
                        + "'; there are "
                        + Arrays.stream(values())
                            .map(Window::wireName)
                            .collect(Collectors.joining(", "))));
  }
}
