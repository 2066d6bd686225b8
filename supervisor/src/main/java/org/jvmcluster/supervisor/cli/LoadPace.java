package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.jvmcluster.supervisor.load.SendSequence;

/**
 * When the clients of a load send.
 *
 * @param rate of an open loop; empty: each sends as soon as it has its answer
 * @param arrivals within that rate
 * @param seed of arrivals by chance
 */
record LoadPace(Optional<LoadRate> rate, Arrivals arrivals, long seed) {
  LoadPace {
    requireNonNull(rate, "rate");
    requireNonNull(arrivals, "arrivals");
  }

  /** With the usual seed. */
  LoadPace(Optional<LoadRate> rate, Arrivals arrivals) {
    this(rate, arrivals, Arrivals.SEED);
  }

  SendSequence sequence(Duration time) {
    return rate.map(open -> arrivals.sequence(open, time, seed))
        .orElseGet(SendSequence::closedLoop);
  }

  /** Equal parts of the time with a rate each. */
  int steps() {
    return rate.map(LoadRate::steps).orElse(1);
  }

  /** A sentence on what the latencies of such a load are. */
  String text() {
    return rate.map(open -> "open loop: " + open(open))
        .orElse(
            "closed loop: latency from when a client was free; nobody asks during a stall, so waits"
                + " stay hidden (coordinated omission)");
  }

  private String open(LoadRate open) {
    String how =
        switch (open.form()) {
          case CONSTANT -> " requests/s";
          case RAMP -> " requests/s, growing or falling evenly";
          case STEPS -> " requests/s, one after the other";
        };
    String chance =
        arrivals == Arrivals.POISSON ? ", Poisson arrivals of seed " + seed : ", even arrivals";
    return open.text() + how + chance + "; latency from the intended send time";
  }
}
