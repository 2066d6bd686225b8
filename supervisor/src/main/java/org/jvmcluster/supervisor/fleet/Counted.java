package org.jvmcluster.supervisor.fleet;

/** A number and its noun. */
final class Counted {
  private Counted() {}

  /** {@code 1 worker}, {@code 3 workers}. */
  static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
