package org.jvmcluster.supervisor.cli;

/** Entry point of the supervisor and all its commands. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(2);
  }
}
