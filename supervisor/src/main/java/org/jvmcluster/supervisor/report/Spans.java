package org.jvmcluster.supervisor.report;

import java.util.Locale;

/** Spans of time as people read them: {@code 340ms}, {@code 2.4s}, {@code 3m12s}, {@code 2d04h}. */
final class Spans {
  private Spans() {}

  static String text(long millis) {
    if (millis < 1000) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%d.%ds", seconds, millis % 1000 / 100);
    }
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
    }
    if (seconds < 86_400) {
      return String.format(Locale.ROOT, "%dh%02dm", seconds / 3600, seconds / 60 % 60);
    }
    return String.format(Locale.ROOT, "%dd%02dh", seconds / 86_400, seconds / 3600 % 24);
  }
}
