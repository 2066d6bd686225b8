package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.load.LoadResult;

/**
 * One load on one arm.
 *
 * @param round in which it was run, from 1; the arms of a round follow each other, each round in
 *     another order
 * @param load what the clients saw
 * @param cpu used by all processes of the arm meanwhile; empty where they are not known
 * @param noise what else went on
 */
public record Run(int round, LoadResult load, Optional<Duration> cpu, Noise noise) {
  public Run {
    requireNonNull(load, "load");
    requireNonNull(cpu, "cpu");
    requireNonNull(noise, "noise");
  }
}
