package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * What heavy requests do to a light one: in each round light requests alone, then heavy ones at
 * once and a light one 5 ms behind them.
 *
 * @param lightPath such as {@code /fast}
 * @param heavyPath such as {@code /report}
 * @param heavyAtOnce how many heavy requests were sent at once
 * @param rounds in order
 */
public record Isolation(String lightPath, String heavyPath, int heavyAtOnce, List<Round> rounds) {
  public Isolation {
    requireNonNull(lightPath, "lightPath");
    requireNonNull(heavyPath, "heavyPath");
    rounds = List.copyOf(rounds);
  }

  /**
   * One of them.
   *
   * @param idle the light path with nothing else to do
   * @param beside the light requests behind the heavy ones
   * @param heavy the heavy ones, first to last
   * @param failed requests without a good answer
   */
  public record Round(
      LatencyDistribution idle, LatencyDistribution beside, List<Duration> heavy, long failed) {
    public Round {
      requireNonNull(idle, "idle");
      requireNonNull(beside, "beside");
      heavy = List.copyOf(heavy);
    }
  }
}
