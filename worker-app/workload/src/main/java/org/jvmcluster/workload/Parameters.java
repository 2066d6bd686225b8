package org.jvmcluster.workload;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of a request; what is wrong with one becomes a 400 that says how to mend it. */
final class Parameters {
  /** A minute: longer work is a typing error, and nobody can take it back. */
  static final int MAX_MILLIS = 60_000;

  private Parameters() {}

  /** Milliseconds, 0 to {@value #MAX_MILLIS}. */
  static Duration millis(RoutingContext context, String name, int absent) throws Refused {
    return Duration.ofMillis(number(context, name, absent, 0, MAX_MILLIS));
  }

  /** A whole number. */
  static int number(RoutingContext context, String name, int absent, int least, int most)
      throws Refused {
    Optional<String> given = text(context, name);
    if (given.isEmpty()) {
      return absent;
    }
    try {
      int number = Integer.parseInt(given.get());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words as for a number out of range.
    }
    // What stands for "not given" need not be a value that may be given.
    int example = Math.max(least, Math.min(absent, most));
    throw Refused.parameter(
        context,
        name,
        given.get(),
        "give a whole number from " + least + " to " + most + ", such as " + name + "=" + example);
  }

  /** True or false. */
  static boolean flag(RoutingContext context, String name) throws Refused {
    Optional<String> given = text(context, name);
    return switch (given.orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw Refused.parameter(
              context, name, given.orElse(""), "give " + name + "=true or " + name + "=false");
    };
  }

  /** One of the names of an enum, in lower case. */
  static <E extends Enum<E>> E choice(RoutingContext context, String name, E absent)
      throws Refused {
    Optional<String> given = text(context, name);
    if (given.isEmpty()) {
      return absent;
    }
    List<E> choices = List.of(absent.getDeclaringClass().getEnumConstants());
    for (E choice : choices) {
      if (wireName(choice).equals(given.get())) {
        return choice;
      }
    }
    throw Refused.parameter(
        context,
        name,
        given.get(),
        "give "
            + choices.stream()
                .map(choice -> name + "=" + wireName(choice))
                .collect(Collectors.joining(" or ")));
  }

  /** The name of a choice in a request. */
  static String wireName(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /** Text that must be given, such as {@code host=localhost}. */
  static String required(RoutingContext context, String name, String example) throws Refused {
    return text(context, name)
        .orElseThrow(
            () ->
                Refused.because(
                    context, 400, name + " is missing; give it, such as " + name + "=" + example));
  }

  /** Text that may be given, once. */
  static Optional<String> text(RoutingContext context, String name) throws Refused {
    List<String> values = context.queryParam(name);
    if (values.size() > 1) {
      throw Refused.parameter(context, name, String.join(",", values), "give it once");
    }
    return values.stream().findFirst();
  }
}
