package org.jvmcluster.supervisor.top;

import static java.util.Objects.requireNonNull;

/**
 * One line of a screen.
 *
 * @param text without control characters and no longer than the screen is wide
 * @param style how it is shown where styles can be; the text says everything without it
 */
record ScreenLine(String text, Style style) {
  ScreenLine {
    requireNonNull(text, "text");
    requireNonNull(style, "style");
  }

  /** How a line can be shown. */
  enum Style {
    PLAIN,
    HEADING,
    SELECTED,
    ALARM
  }

  /** Cut to the width, with what a terminal would obey replaced: a worker's words may be in it. */
  static ScreenLine of(String text, Style style, int columns) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(columns)
        .map(point -> Character.isISOControl(point) ? '?' : point)
        .forEach(shown::appendCodePoint);
    return new ScreenLine(shown.toString().stripTrailing(), style);
  }
}
