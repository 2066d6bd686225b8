package org.jvmcluster.supervisor.compare.figures;

import java.time.Duration;
import java.util.Locale;

/** Figures in words, the same everywhere: three digits, a unit, the interval in brackets. */
public final class FigureText {
  private static final double MIB = 1024.0 * 1024.0;

  private FigureText() {}

  /**
   * {@code 825}, {@code 82.5}, {@code 8.25}, {@code 0.083}, {@code 0.0058}; thousands are grouped.
   */
  public static String number(double value) {
    double size = Math.abs(value);
    String format =
        size >= 99.95
            ? "%,.0f"
            : size >= 9.995 ? "%.1f" : size >= 0.9995 ? "%.2f" : size >= 0.00995 ? "%.3f" : "%.4f";
    return String.format(Locale.ROOT, format, value);
  }

  /** {@code 825 ms}. */
  public static String millis(Duration duration) {
    return number(duration.toNanos() / 1e6) + " ms";
  }

  /** {@code 1.23 s}. */
  public static String seconds(Duration duration) {
    return number(duration.toNanos() / 1e9) + " s";
  }

  /** {@code 210 MiB}. */
  public static String bytes(double bytes) {
    return number(bytes / MIB) + " MiB";
  }

  /** {@code 1.96 [1.90, 2.02]}; without an interval the value alone. */
  public static String measured(Measured measured) {
    return number(measured.value()) + interval(measured);
  }

  /** {@code " [1.90, 2.02]"}, or nothing. */
  public static String interval(Measured measured) {
    return measured
        .interval()
        .map(it -> " [" + number(it.low()) + ", " + number(it.high()) + "]")
        .orElse("");
  }

  /** {@code 2}, {@code 1.5}: cores, which are whole ones mostly. */
  public static String cores(double cores) {
    return cores == Math.rint(cores)
        ? String.valueOf(Math.round(cores))
        : String.format(Locale.ROOT, "%.2f", cores).replaceAll("0$", "");
  }

  /** {@code 52.1 %}. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
