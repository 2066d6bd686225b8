package org.jvmcluster.workload;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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

  /** One of the names of an enum, in lower case. */
  static <E extends Enum<E>> E choice(RoutingContext context, String name, E absent) throws Wrong {
    String value = text(context, name, wireName(absent));
    List<E> choices = List.of(absent.getDeclaringClass().getEnumConstants());
    for (E choice : choices) {
      if (wireName(choice).equals(value)) {
        return choice;
      }
    }
    throw new Wrong(
        context,
        name,
        value,
        "give "
            + choices.stream()
                .map(choice -> name + "=" + wireName(choice))
                .collect(Collectors.joining(" or ")));
  }

  /** The name of a choice in a request. */
  static String wireName(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private static String text(RoutingContext context, String name, String absent) throws Wrong {
    List<String> values = context.queryParam(name);
    if (values.size() > 1) {
      throw new Wrong(context, name, String.join(",", values), "give it once");
    }
    return values.isEmpty() ? absent : values.get(0);
  }
}
