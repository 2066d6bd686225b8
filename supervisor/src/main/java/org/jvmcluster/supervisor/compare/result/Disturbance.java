package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.load.LoadResult;

/**
 * What a kill or a restart under load costs.
 *
 * @param what {@code kill -9} of a worker, or a restart of all
 * @param load the whole load, with its seconds
 * @param at when it was done, from the start of that load
 * @param recovery until all workers were ready again; empty when they were not in time
 * @param failed requests without a good answer
 */
public record Disturbance(
    What what, LoadResult load, Duration at, Optional<Duration> recovery, long failed) {
  public Disturbance {
    requireNonNull(what, "what");
    requireNonNull(load, "load");
    requireNonNull(at, "at");
    requireNonNull(recovery, "recovery");
  }

  /** What was done. */
  public enum What {
    /** SIGKILL to one worker. */
    KILL,
    /** A rolling restart of all. */
    RESTART
  }
}
