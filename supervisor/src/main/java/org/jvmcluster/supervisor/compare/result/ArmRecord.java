package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that was measured of one arm.
 *
 * @param start from its launch until all of it was ready; empty where it ran already
 * @param runs by round, noisy ones included
 * @param isolation empty when not asked for
 * @param memory empty where its processes are not known
 * @param kill empty when not asked for, or not possible
 * @param restart likewise
 */
public record ArmRecord(
    Arm arm,
    Optional<Duration> start,
    List<Run> runs,
    Optional<Isolation> isolation,
    Optional<Memory> memory,
    Optional<Disturbance> kill,
    Optional<Disturbance> restart) {
  public ArmRecord {
    requireNonNull(arm, "arm");
    requireNonNull(start, "start");
    runs = List.copyOf(runs);
    requireNonNull(isolation, "isolation");
    requireNonNull(memory, "memory");
    requireNonNull(kill, "kill");
    requireNonNull(restart, "restart");
  }
}
