package org.jvmcluster.supervisor.model;

import java.util.Locale;

/** Who serves a request, or a connection when connections are kept, and where it waits. */
public enum Discipline {
  /** Each comes to a worker by chance, as with SO_REUSEPORT, and waits there. */
  HASH,

  /**
   * Each comes to a worker by chance; one that is idle takes, a moment later, what waits at others.
   * {@code --accept idle}.
   */
  IDLE,

  /** Each comes to the next worker in turn and waits there. */
  ROUND_ROBIN,

  /** All wait in one queue for whichever worker is free: what nothing can beat on average. */
  SHARED;

  /** As in options and JSON: {@code round-robin}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
