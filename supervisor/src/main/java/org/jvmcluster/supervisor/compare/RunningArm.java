package org.jvmcluster.supervisor.compare;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.load.LoadTarget;

/** An arm that is ready. Used by the measuring thread only. */
interface RunningArm {
  /** What it is. */
  Arm arm();

  /** Where a path of it is asked for; the path has its slash. */
  LoadTarget target(String path);

  /** From its launch until all of it was ready; empty where it ran already. */
  Optional<Duration> start();

  /** All its processes at the moment, the first started first; empty where they are not known. */
  Optional<List<Long>> processes();

  /** The process that supervises the others; empty where there is none or it is not known. */
  OptionalLong supervising();

  /**
   * The processes that serve and are ready.
   *
   * @return pids; empty where it cannot be known
   * @throws ArmException when it should know, and does not
   */
  Optional<List<Long>> readyWorkers() throws ArmException;

  /** Whether {@link #restart} does anything. */
  default boolean canRestart() {
    return false;
  }

  /** Replaces all workers without stopping to serve; returns when they are replaced. */
  default void restart() throws ArmException {
    throw new ArmException("it has no rolling restart");
  }

  /** Whether it still runs, as far as is known. */
  default boolean isAlive() {
    return true;
  }

  /** The last lines that it wrote; none where they are not known. */
  default List<String> lastLines() throws InterruptedException {
    return List.of();
  }

  /** Ends it, if this program has started it. */
  default void stop() {}
}
