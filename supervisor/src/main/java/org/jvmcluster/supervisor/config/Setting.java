package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A key, its value and where the value comes from.
 *
 * @param <T> the value
 */
public record Setting<T>(ConfigKey<T> key, T value, Origin origin) {
  public Setting {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(origin, "origin");
  }

  /** The value as one would write it, one element unless the key takes a list. */
  public List<String> words() {
    return key.formatter().apply(value);
  }
}
