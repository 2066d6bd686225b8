package org.jvmcluster.supervisor.compare;

import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.process.MemoryLimit;

/** Whether a sweep's processes, which all run at once, have room in memory. */
final class MemoryNeed {
  /** A half more than a worker of the bundled service has after a thousand requests. */
  private static final long WORKER_BYTES = 125L << 20;

  /** A half more than a supervisor has. */
  private static final long SUPERVISOR_BYTES = 105L << 20;

  private MemoryNeed() {}

  /** For a fleet of each of these sizes. */
  static long ofFleets(List<Integer> workers) {
    return workers.stream().mapToLong(n -> SUPERVISOR_BYTES + n * WORKER_BYTES).sum();
  }

  /**
   * Refuses what has no room.
   *
   * @param available empty: not known, and nothing is refused
   */
  static void require(List<Integer> workers, Optional<Long> available) throws ComparisonException {
    long need = ofFleets(workers);
    long room = Math.min(available.orElse(Long.MAX_VALUE), MemoryLimit.ofThisProcess().bytes());
    if (available.isPresent() && need > room) {
      throw new ComparisonException(
          "the sweep needs some "
              + (need >> 20)
              + " MiB for "
              + workers.stream().mapToInt(Integer::intValue).sum()
              + " workers that run side by side, and "
              + (room >> 20)
              + " MiB are free; sweep over fewer, such as --sweep 1,2,4");
    }
  }
}
