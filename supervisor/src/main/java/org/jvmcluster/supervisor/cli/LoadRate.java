package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.RateCurve;

/**
 * What {@code --rate} says: one rate, two between which it goes evenly, or several one after the
 * other.
 *
 * @param form which of them
 * @param rates requests a second
 * @param text as it was given
 */
record LoadRate(Form form, List<Double> rates, String text) {
  /** Ten times what one event loop of this client can send. */
  private static final double MOST_PER_SECOND = 1_000_000;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}(\\.[0-9]{1,6})?");

  enum Form {
    CONSTANT,
    RAMP,
    STEPS
  }

  LoadRate {
    requireNonNull(form, "form");
    rates = List.copyOf(rates);
    requireNonNull(text, "text");
  }

  /**
   * Reads {@code R}, {@code R1..R2} or {@code R1,R2,R3}.
   *
   * @throws IllegalArgumentException if it is anything else; the message names the number
   */
  static LoadRate parse(String text) {
    if (text.contains("..")) {
      String[] ends = text.split("\\.\\.", 2);
      double from = number(ends[0], text, 0);
      double to = number(ends[1], text, 0);
      if (from + to == 0) {
        throw wrong(ends[1], text);
      }
      return new LoadRate(Form.RAMP, List.of(from, to), text);
    }
    List<Double> rates =
        Arrays.stream(text.split(",", -1))
            .map(rate -> number(rate, text, Double.MIN_VALUE))
            .toList();
    if (rates.size() > LoadPlan.MOST_SLICES) {
      throw new IllegalArgumentException(
          "a rate has up to " + LoadPlan.MOST_SLICES + " steps, not " + rates.size());
    }
    return new LoadRate(rates.size() == 1 ? Form.CONSTANT : Form.STEPS, rates, text);
  }

  private static double number(String number, String text, double least) {
    String stripped = number.strip();
    if (!NUMBER.matcher(stripped).matches()) {
      throw wrong(number, text);
    }
    double value = Double.parseDouble(stripped);
    if (value < least || value > MOST_PER_SECOND) {
      throw wrong(number, text);
    }
    return value;
  }

  private static IllegalArgumentException wrong(String number, String text) {
    return new IllegalArgumentException(
        "a rate is a number above 0 and up to "
            + (int) MOST_PER_SECOND
            + ", not '"
            + number
            + "'"
            + (number.equals(text) ? "" : " as in '" + text + "'")
            + "; write R, R1..R2 for a ramp or R1,R2,R3 for steps");
  }

  /** Whether it needs to know how long the run is. */
  boolean changes() {
    return form != Form.CONSTANT;
  }

  /** Over the time of a run. */
  RateCurve curve(Duration time) {
    return switch (form) {
      case CONSTANT -> RateCurve.constant(rates.get(0));
      case RAMP -> RateCurve.ramp(rates.get(0), rates.get(1), time);
      case STEPS -> RateCurve.steps(rates, time);
    };
  }

  /** Equal parts of the time with a rate each. */
  int steps() {
    return form == Form.STEPS ? rates.size() : 1;
  }
}
