package org.jvmcluster.supervisor.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * From the words a person wrote to a value. Pure and stateless.
 *
 * @param <T> the value
 */
@FunctionalInterface
interface ValueParser<T> {

  /**
   * Parses the value of a key.
   *
   * @param words as written; one, unless the key takes a list
   * @throws BadValueException with what is wrong, in a phrase that can follow "key: "
   */
  T parse(List<String> words) throws BadValueException;

  /** From exactly one word. */
  @FunctionalInterface
  interface OfWord<T> {
    /** Parses one word. */
    T parse(String word) throws BadValueException;
  }

  /** A parser that refuses a list. */
  static <T> ValueParser<T> single(OfWord<T> parser) {
    return words -> {
      if (words.size() != 1) {
        throw new BadValueException("takes one value, not a list of " + words.size());
      }
      return parser.parse(words.get(0));
    };
  }

  /** A whole number, both ends included. */
  static OfWord<Integer> integer(int min, int max) {
    return word -> {
      try {
        int value = Integer.parseInt(word);
        if (value >= min && value <= max) {
          return value;
        }
        throw new BadValueException(word + " is outside " + min + ".." + max);
      } catch (NumberFormatException e) {
        throw new BadValueException("'" + word + "' is not a whole number");
      }
    };
  }

  /** A {@linkplain DurationText duration}, both ends included. */
  static OfWord<Duration> duration(Duration min, Duration max) {
    return word -> {
      Duration value = DurationText.parse(word);
      if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
        throw new BadValueException(
            word + " is outside " + DurationText.format(min) + ".." + DurationText.format(max));
      }
      return value;
    };
  }

  /** Zero, which stands for "off", or a duration within the ends. */
  static OfWord<Duration> durationOrZero(Duration min, Duration max) {
    OfWord<Duration> within = duration(min, max);
    return word -> {
      Duration value = DurationText.parse(word);
      return value.isZero() ? value : within.parse(word);
    };
  }

  /** One of an enum's names, in lower case. */
  static <E extends Enum<E>> OfWord<E> choice(Class<E> type) {
    return word -> {
      for (E constant : type.getEnumConstants()) {
        if (choiceName(constant).equals(word)) {
          return constant;
        }
      }
      List<String> names =
          Arrays.stream(type.getEnumConstants()).map(ValueParser::choiceName).toList();
      throw new BadValueException(
          "'" + word + "' is none of " + String.join(", ", names) + suggestion(word, names));
    };
  }

  /** How a choice is written. */
  static String choiceName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** {@code on} or {@code off}; {@code true} and {@code false} for those who write YAML. */
  static OfWord<Boolean> onOff() {
    return word ->
        switch (word) {
          case "on", "true" -> true;
          case "off", "false" -> false;
          default -> throw new BadValueException("'" + word + "' is neither on nor off");
        };
  }

  /** Words that each begin with a dash, as the options of a JVM do. */
  static ValueParser<List<String>> options() {
    return words -> {
      List<String> strays =
          words.stream().filter(word -> !word.startsWith("-") || word.length() < 2).toList();
      if (!strays.isEmpty()) {
        throw new BadValueException(
            strays.stream().collect(Collectors.joining("', '", "'", "'"))
                + " is no JVM option: they begin with a dash");
      }
      return List.copyOf(words);
    };
  }

  private static String suggestion(String word, List<String> names) {
    return NearestName.of(word, names).map(name -> "; did you mean " + name + "?").orElse("");
  }
}
