package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Where a value comes from.
 *
 * @param kind which source
 * @param text exactly: {@code --port}, {@code SUPERVISOR_PORT}, {@code FILE:LINE}, {@code default}
 */
public record Origin(Kind kind, String text) {
  /** The built-in value. */
  public static final Origin DEFAULT = new Origin(Kind.DEFAULT, "default");

  public Origin {
    requireNonNull(kind, "kind");
    requireNonNull(text, "text");
  }

  /** The sources, the strongest first. */
  public enum Kind {
    OPTION,
    ENVIRONMENT,
    FILE,
    SYSTEM_FILE,
    DEFAULT
  }

  static Origin option(String key) {
    return new Origin(Kind.OPTION, "--" + key);
  }

  static Origin environment(String variable) {
    return new Origin(Kind.ENVIRONMENT, variable);
  }

  static Origin file(Kind kind, Path file, int line) {
    return new Origin(kind, file + ":" + line);
  }
}
