package org.jvmcluster.runtime.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The text of one message, taken apart: its type and its fields. Lines that are no {@code
 * key=value} and keys nobody asks for are skipped, so that a newer side may add to a message.
 */
final class Body {
  /** How much of a value an error shows: enough to recognise it, not a whole histogram. */
  private static final int SHOWN_CHARACTERS = 80;

  private final String type;
  private final Map<String, List<String>> fields;

  private Body(String type, Map<String, List<String>> fields) {
    this.type = type;
    this.fields = fields;
  }

  static Body parse(byte[] bytes) throws ProtocolException {
    String text;
    try {
      // Not new String(bytes): that would replace what is broken instead of refusing it.
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ProtocolException("a message of " + bytes.length + " bytes is not UTF-8", e);
    }
    String[] lines = text.split("\n");
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int equals = lines[i].indexOf('=');
      if (equals > 0) {
        fields
            .computeIfAbsent(lines[i].substring(0, equals), key -> new ArrayList<>())
            .add(lines[i].substring(equals + 1));
      }
    }
    return new Body(lines.length == 0 ? "" : lines[0], fields);
  }

  String type() {
    return type;
  }

  /** The only value of a key that must be there. */
  String text(String key) throws ProtocolException {
    List<String> values = fields.getOrDefault(key, List.of());
    if (values.size() != 1) {
      throw new ProtocolException(
          "message '"
              + shown(type)
              + "' needs the key '"
              + key
              + "' once and has it "
              + values.size()
              + " times");
    }
    return Escaping.unescape(values.get(0));
  }

  /** Every value of a key that may stand several times or not at all. */
  List<String> texts(String key) {
    return fields.getOrDefault(key, List.of()).stream().map(Escaping::unescape).toList();
  }

  long number(String key) throws ProtocolException {
    return number(key, text(key));
  }

  int integer(String key) throws ProtocolException {
    return value(key, Math::toIntExact);
  }

  Duration duration(String keyInNanos) throws ProtocolException {
    return value(keyInNanos, Duration::ofNanos);
  }

  /** A duration that an older side does not send. */
  Duration duration(String keyInNanos, Duration absent) throws ProtocolException {
    return fields.containsKey(keyInNanos) ? duration(keyInNanos) : absent;
  }

  /** A number as the value it stands for, whose own check may refuse it. */
  <T> T value(String key, LongFunction<T> from) throws ProtocolException {
    return value(key, text(key), from);
  }

  /** Like {@link #value(String, LongFunction)}, for one of several values. */
  <T> T value(String key, String value, LongFunction<T> from) throws ProtocolException {
    long number = number(key, value);
    try {
      return from.apply(number);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw wrong(key, value, e);
    }
  }

  <E extends Enum<E>> E constant(String key, Class<E> type) throws ProtocolException {
    String name = text(key);
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw wrong(key, name, e);
    }
  }

  /**
   * Every value of a key, split into its atoms. Atoms beyond those this version knows are left to
   * the caller to ignore.
   *
   * @param atLeast how many atoms a value must have
   */
  List<List<String>> atoms(String key, int atLeast) throws ProtocolException {
    List<List<String>> all = new ArrayList<>();
    for (String value : fields.getOrDefault(key, List.of())) {
      String[] atoms = value.split("\t", -1);
      if (atoms.length < atLeast) {
        throw wrong(
            key,
            value,
            new IllegalArgumentException("it has " + atoms.length + " parts, not " + atLeast));
      }
      List<String> plain = new ArrayList<>(atoms.length);
      for (String atom : atoms) {
        plain.add(Escaping.unescape(atom));
      }
      all.add(plain);
    }
    return all;
  }

  /** The error for a value that is there but wrong. */
  ProtocolException wrong(String key, String value, Exception why) {
    return new ProtocolException(
        "message '"
            + shown(type)
            + "' has '"
            + key
            + "="
            + shown(value)
            + "': "
            + why.getMessage()
            + "; are supervisor and worker runtime of one version?",
        why);
  }

  private long number(String key, String value) throws ProtocolException {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw wrong(key, value, e);
    }
  }

  private static String shown(String value) {
    return value.length() <= SHOWN_CHARACTERS
        ? value
        : value.substring(0, SHOWN_CHARACTERS) + "... (" + value.length() + " characters)";
  }
}
