package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One comparison, whole.
 *
 * @param sweep by number of workers; empty when not asked for
 */
public record Comparison(
    Environment environment, LoadDescription load, List<ArmRecord> arms, List<SweepPoint> sweep) {
  public Comparison {
    requireNonNull(environment, "environment");
    requireNonNull(load, "load");
    arms = List.copyOf(arms);
    sweep = List.copyOf(sweep);
  }
}
