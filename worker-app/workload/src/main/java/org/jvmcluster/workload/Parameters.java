package org.jvmcluster.workload;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;

/** The parameters of a request; what is wrong with one becomes a 400 that says how to mend it. */
final class Parameters {
  /** A minute: longer work is a typing error, and nobody can take it back. */
  static final int MAX_MILLIS = 60_000;

  private Parameters() {}

  /** A parameter is wrong; the text names it, the path and the mend. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;

    Wrong(RoutingContext context, String name, String value, String rule) {
      this("400 " + context.request().path() + ": " + name + "=" + value + " is wrong; " + rule);
    }

    private Wrong(String text) {
      super(text);
      this.text = text;
    }

    /** The text of the answer. */
    String text() {
      return text;
    }
  }

  /** Milliseconds, 0 to {@value #MAX_MILLIS}. */
  static Duration millis(RoutingContext context, String name, int absent) throws Wrong {
    return Duration.ofMillis(number(context, name, absent, MAX_MILLIS));
  }

  /** A whole number from 0. */
  static int number(RoutingContext context, String name, int absent, int most) throws Wrong {
    String value = text(context, name, Integer.toString(absent));
    try {
      int number = Integer.parseInt(value);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words as for a number out of range.
    }
    throw new Wrong(
        context,
        name,
        value,
        "give a whole number from 0 to " + most + ", such as " + name + "=" + absent);
  }

  static Work.Clock clock(RoutingContext context) throws Wrong {
    String value = text(context, "clock", Work.Clock.CPU.wireName());
    for (Work.Clock clock : Work.Clock.values()) {
      if (clock.wireName().equals(value)) {
        return clock;
      }
    }
    throw new Wrong(context, "clock", value, "give clock=cpu or clock=wall");
  }

  private static String text(RoutingContext context, String name, String absent) throws Wrong {
    List<String> values = context.queryParam(name);
    if (values.size() > 1) {
      throw new Wrong(context, name, String.join(",", values), "give it once");
    }
    return values.isEmpty() ? absent : values.get(0);
  }
}
