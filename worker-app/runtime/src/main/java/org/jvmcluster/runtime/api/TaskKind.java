package org.jvmcluster.runtime.api;

import java.util.Locale;

/**
 * What a task of a {@link TaskPool} does. All kinds share one pool; figures are kept by kind, so
 * that one can see which holds up the others.
 */
public enum TaskKind {
  /** Reading or writing files: the kernel has no readiness for them. */
  FILE(false),
  /** Looking up names with the resolver of the system, which blocks for seconds; slow. */
  DNS(false),
  /** Key derivation such as PBKDF2. */
  HASH(true),
  /** Deflating and inflating. */
  COMPRESS(true),
  /** Random bytes from a source that may block. */
  RANDOM(true),
  /** Key pairs; how long it takes varies widely. */
  KEYGEN(true),
  /** Other computing. */
  CPU(true),
  /** Whatever else blocks. */
  APP(false);

  private final boolean computes;

  TaskKind(boolean computes) {
    this.computes = computes;
  }

  /** Whether it needs a core for as long as it takes, rather than waits for something. */
  public boolean computes() {
    return computes;
  }

  /** Whether only half of the pool's threads may run such tasks at once. */
  public boolean isSlow() {
    return this == DNS;
  }

  /** The name in figures and answers, such as {@code file}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where it stands among all kinds. */
  @SuppressWarnings("EnumOrdinal") // Used within this process only, and with values() beside it.
  int place() {
    return ordinal();
  }
}
