package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Throughput against that of one worker.
 *
 * @param against what the one worker is, in words
 * @param ratio within the rounds of both
 * @param ofCeiling the ratio over min(workers, allowed cores), the most that work which only
 *     computes can gain; empty where the number of workers is not known
 */
public record SpeedUp(String against, Measured ratio, Optional<Measured> ofCeiling) {
  public SpeedUp {
    requireNonNull(against, "against");
    requireNonNull(ratio, "ratio");
    requireNonNull(ofCeiling, "ofCeiling");
  }
}
