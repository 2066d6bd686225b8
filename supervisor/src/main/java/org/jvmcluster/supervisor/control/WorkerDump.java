package org.jvmcluster.supervisor.control;

import static java.util.Objects.requireNonNull;

/**
 * What came of asking the workers of a slot for their threads.
 *
 * @param isAnswered whether at least one of them answered
 * @param text for people: their threads, or plainly that there was no answer and why
 */
public record WorkerDump(boolean isAnswered, String text) {
  public WorkerDump {
    requireNonNull(text, "text");
  }
}
