package org.jvmcluster.runtime.worker;

/** The runtime has no logger; what a person must read goes to standard error, a line at a time. */
final class Stderr {
  private Stderr() {}

  static void line(String text) {
    System.err.println("supervisor runtime: " + text.replace('\n', ' '));
  }
}
