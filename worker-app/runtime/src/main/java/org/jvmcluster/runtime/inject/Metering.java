package org.jvmcluster.runtime.inject;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a worker measures its event loops, its pools and its pauses. It always does, but for the
 * one run that asks what that costs: {@code scripts/bench-meters-cost.sh} compares a worker of
 * each. The durations of requests are counted in both.
 */
enum Metering {
  ON,
  OFF;

  /** The system property that turns meters off, for that comparison only. */
  static final String PROPERTY = "supervisor.meters";

  /**
   * What the property asks for: a worker measures unless it says exactly {@code off}.
   *
   * @param value of the property; null when it is not set
   */
  static Metering of(@Nullable String value) {
    return "off".equals(value) ? OFF : ON;
  }

  /** What a worker lacks, in a sentence; empty when it has its meters. */
  Optional<String> reduced() {
    return this == ON
        ? Optional.empty()
        : Optional.of(
            "event loops, pools and pauses are not measured, and no lag makes this worker refuse"
                + " requests: it was started with -D"
                + PROPERTY
                + "=off, which is for measuring what the meters cost");
  }
}
