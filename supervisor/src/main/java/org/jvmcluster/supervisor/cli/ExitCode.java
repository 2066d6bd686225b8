package org.jvmcluster.supervisor.cli;

/** What the process says to the shell; the numbers above 64 are those of BSD's sysexits. */
final class ExitCode {
  static final int OK = 0;

  /** Something failed, or was cut. */
  static final int FAILED = 1;

  static final int USAGE = 2;

  /** No supervisor there. */
  static final int UNAVAILABLE = 69;

  /** A restart or scale failed and was undone. */
  static final int UNDONE = 70;

  /** The port or the runtime directory is in use. */
  static final int IN_USE = 73;

  /** Another restart runs: try again. */
  static final int BUSY = 75;

  static final int BAD_CONFIGURATION = 78;

  private ExitCode() {}
}
