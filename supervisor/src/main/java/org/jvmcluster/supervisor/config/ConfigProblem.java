package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

/**
 * One thing that is wrong with the configuration.
 *
 * @param origin where
 * @param message what, and what is allowed instead
 */
public record ConfigProblem(Origin origin, String message) {
  public ConfigProblem {
    requireNonNull(origin, "origin");
    requireNonNull(message, "message");
  }

  @Override
  public String toString() {
    return origin.text() + ": " + message;
  }
}
