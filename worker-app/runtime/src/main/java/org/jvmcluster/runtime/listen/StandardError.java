package org.jvmcluster.runtime.listen;

/**
 * The runtime's only way to be heard before and beside the control channel. It has no logger: it
 * lives in other people's applications, whose logging is theirs. Safe for any thread.
 */
public final class StandardError {
  private StandardError() {}

  /** Writes one line, which the supervisor prefixes with the worker; breaks become spaces. */
  public static void say(String sentence) {
    System.err.println("supervisor runtime: " + sentence.replace('\n', ' '));
  }
}
