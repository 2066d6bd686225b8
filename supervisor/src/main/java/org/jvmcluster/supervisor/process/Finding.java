package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

/**
 * Something about this machine that can hurt.
 *
 * @param severity how much
 * @param what was seen, with figures
 * @param means what comes of it
 * @param mend what to do
 */
public record Finding(Severity severity, String what, String means, String mend) {
  public Finding {
    requireNonNull(severity, "severity");
    requireNonNull(what, "what");
    requireNonNull(means, "means");
    requireNonNull(mend, "mend");
  }

  /** How much a finding hurts. */
  public enum Severity {
    /** The supervisor cannot run. */
    ERROR,
    /** It runs; under load, or some day, it fails where it should not. */
    WARNING,
    /** Something works differently from what one may expect. */
    NOTE
  }

  /** One line for people. */
  public String line() {
    return what + ": " + means + "; " + mend;
  }
}
