package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * One entry of the life-cycle log.
 *
 * @param at time of day
 * @param kind what happened
 * @param slot whose, where it concerns one
 * @param generation whose, where it concerns one
 * @param pid whose, where it concerns a process
 * @param millis how long it took, where that is known
 * @param text in a sentence, with the reason
 */
public record Occurrence(
    Instant at,
    Kind kind,
    Optional<Slot> slot,
    Optional<Generation> generation,
    OptionalLong pid,
    OptionalLong millis,
    String text) {
  public Occurrence {
    requireNonNull(at, "at");
    requireNonNull(kind, "kind");
    requireNonNull(slot, "slot");
    requireNonNull(generation, "generation");
    requireNonNull(pid, "pid");
    requireNonNull(millis, "millis");
    requireNonNull(text, "text");
  }

  /** What can happen. The wire name is the lower-case name with dashes. */
  public enum Kind {
    STARTED,
    READY,
    WARMED,
    DRAINING,
    DRAINED,
    EXITED,
    HANG,
    STARVED,
    KILLED,
    FAILED,
    BACKOFF,
    RESTART_BEGUN,
    RESTART_COMPLETED,
    RESTART_ABORTED,
    SCALE_BEGUN,
    SCALE_COMPLETED,
    SCALE_ABORTED,
    STOPPING,
    STOPPED;

    /** {@code restart-begun}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
