package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One setting: everything that the command line, the files, the environment and the documents say
 * of it. The option is {@code --NAME}, the variable {@code SUPERVISOR_NAME}.
 *
 * @param <T> its value
 * @param name in lower case, words joined by dashes
 * @param label what stands for the value in a synopsis: {@code N|auto}
 * @param defaultWords as one would write it; empty only for an empty list
 * @param allowed what is allowed, in a phrase
 * @param unit of the value in words
 * @param effect in a sentence
 * @param change what it takes to change it under a running supervisor
 * @param shape how it is written
 * @param parser from words to the value
 * @param formatter from the value to the words one would write
 */
public record ConfigKey<T>(
    String name,
    String label,
    List<String> defaultWords,
    String allowed,
    String unit,
    String effect,
    Change change,
    Shape shape,
    ValueParser<T> parser,
    Function<T, List<String>> formatter) {

  /** Before the name of every environment variable. */
  static final String VARIABLE_PREFIX = "SUPERVISOR_";

  public ConfigKey {
    requireNonNull(name, "name");
    requireNonNull(label, "label");
    defaultWords = List.copyOf(defaultWords);
    requireNonNull(allowed, "allowed");
    requireNonNull(unit, "unit");
    requireNonNull(effect, "effect");
    requireNonNull(change, "change");
    requireNonNull(shape, "shape");
    requireNonNull(parser, "parser");
    requireNonNull(formatter, "formatter");
  }

  /** What it takes to change a setting under a running supervisor. */
  public enum Change {
    /** HUP: the workers of the next generation have it. */
    RESTART,
    /** The sockets or the supervisor itself depend on it. */
    NEW_SUPERVISOR
  }

  /** How a setting is written. */
  public enum Shape {
    /** One value. */
    VALUE,
    /** On or off; as an option the name alone means on. */
    SWITCH,
    /** Any number of values; the option may be repeated, the strongest source gives all. */
    LIST
  }

  /** {@code SUPERVISOR_READY_TIMEOUT} for {@code ready-timeout}. */
  public String variable() {
    return VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
  }

  /** The default as a value. */
  public T defaultValue() {
    try {
      return parser.parse(defaultWords);
    } catch (BadValueException e) {
      throw new IllegalStateException("the default of " + name + " does not parse", e);
    }
  }

  /** The default as text for people; {@code none} for an empty list. */
  public String defaultText() {
    return defaultWords.isEmpty() ? "none" : String.join(" ", defaultWords);
  }

  Setting<T> parse(List<String> words, Origin origin) throws BadValueException {
    return new Setting<>(this, parser.parse(words), origin);
  }

  @Override
  public String toString() {
    return name;
  }
}
