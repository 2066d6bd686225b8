package org.jvmcluster.runtime.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;

/** Writes the text of one message: its type, then a {@code key=value} line a field. */
final class BodyWriter {
  private final StringBuilder text;

  BodyWriter(String type) {
    this.text = new StringBuilder(128).append(type).append('\n');
  }

  /** Adds a field of one or more atoms, which are escaped and separated by tabs. */
  BodyWriter field(String key, String... atoms) {
    text.append(key).append('=');
    for (int i = 0; i < atoms.length; i++) {
      if (i > 0) {
        text.append('\t');
      }
      text.append(Escaping.escape(atoms[i]));
    }
    text.append('\n');
    return this;
  }

  BodyWriter number(String key, long value) {
    return field(key, Long.toString(value));
  }

  /** Writes nanoseconds; the key says so. */
  BodyWriter duration(String keyInNanos, Duration value) {
    return number(keyInNanos, value.toNanos());
  }

  byte[] toBytes() {
    return text.toString().getBytes(UTF_8);
  }
}
