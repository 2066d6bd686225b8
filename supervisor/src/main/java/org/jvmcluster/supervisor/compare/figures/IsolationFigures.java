package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jvmcluster.supervisor.compare.result.Isolation;

/**
 * The light path alone and behind the heavy one.
 *
 * @param idle all rounds added
 * @param beside likewise
 * @param slowdown p99 beside over p99 idle, round by round; empty without samples of both
 * @param lastHeavy the median over the rounds of the time until the last heavy answer
 * @param failed requests without a good answer
 */
public record IsolationFigures(
    LatencyFigures idle,
    LatencyFigures beside,
    Optional<Measured> slowdown,
    Optional<Duration> lastHeavy,
    long failed) {
  static final double PERCENTILE = 99;

  public IsolationFigures {
    requireNonNull(idle, "idle");
    requireNonNull(beside, "beside");
    requireNonNull(slowdown, "slowdown");
    requireNonNull(lastHeavy, "lastHeavy");
  }

  static IsolationFigures of(Isolation isolation) {
    List<Isolation.Round> rounds = isolation.rounds();
    Series idle = Series.ofRounds(rounds, round -> seconds(round.idle().at(PERCENTILE)));
    List<Duration> last =
        rounds.stream()
            .flatMap(round -> round.heavy().stream().max(Duration::compareTo).stream())
            .sorted()
            .toList();
    return new IsolationFigures(
        LatencyFigures.merged(rounds.stream().map(Isolation.Round::idle).toList()),
        LatencyFigures.merged(rounds.stream().map(Isolation.Round::beside).toList()),
        besideByRound(isolation).over(idle),
        last.isEmpty() ? Optional.empty() : Optional.of(last.get((last.size() - 1) / 2)),
        rounds.stream().mapToLong(Isolation.Round::failed).sum());
  }

  static Series besideByRound(Isolation isolation) {
    return Series.ofRounds(isolation.rounds(), round -> seconds(round.beside().at(PERCENTILE)));
  }

  private static OptionalDouble seconds(Optional<Duration> duration) {
    return duration.map(it -> OptionalDouble.of(it.toNanos() / 1e9)).orElse(OptionalDouble.empty());
  }
}
