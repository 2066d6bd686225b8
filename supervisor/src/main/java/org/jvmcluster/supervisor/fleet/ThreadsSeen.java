package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What a thread dump of a worker that hangs has shown.
 *
 * @param blockedLoops the event loops that were at work, each as {@code THREAD at FRAME}
 * @param savedAs where the whole dump is; empty when it could not be kept
 */
public record ThreadsSeen(List<String> blockedLoops, Optional<String> savedAs) {
  public ThreadsSeen {
    blockedLoops = List.copyOf(blockedLoops);
    requireNonNull(savedAs, "savedAs");
  }

  /** For a sentence about its worker. */
  String describe() {
    String loops =
        blockedLoops.isEmpty()
            ? "no event loop was at work when its threads were dumped"
            : "thread " + String.join("; thread ", blockedLoops);
    return loops + savedAs.map(place -> "; dump saved as " + place).orElse("");
  }
}
