package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One of the compared.
 *
 * @param name unique within a comparison, for people: {@code processes 3, reuseport}
 * @param kind how it serves
 * @param workers processes or threads that serve; empty where that is not known
 * @param listen {@code reuseport} or {@code shared}; only of {@link ArmKind#PROCESSES}
 * @param note what a reader must know of it, such as why it lacks figures
 */
public record Arm(
    String name,
    ArmKind kind,
    OptionalInt workers,
    Optional<String> listen,
    Optional<String> note) {
  public Arm {
    requireNonNull(name, "name");
    requireNonNull(kind, "kind");
    requireNonNull(workers, "workers");
    requireNonNull(listen, "listen");
    requireNonNull(note, "note");
  }
}
