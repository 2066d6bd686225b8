package org.jvmcluster.supervisor.compare.figures;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.jvmcluster.supervisor.compare.result.Isolation;
import org.jvmcluster.supervisor.compare.result.Run;

/**
 * One figure of one arm, by round. Rounds without the figure, or in which it is not positive, are
 * left out.
 */
final class Series {
  private record Entry(double value, boolean noisy) {}

  private final Map<Integer, Entry> byRound = new TreeMap<>();

  private Series() {}

  static Series ofRuns(List<Run> runs, Function<Run, OptionalDouble> figure) {
    Series series = new Series();
    for (Run run : runs) {
      series.put(run.round(), figure.apply(run), run.noise().isNoisy());
    }
    return series;
  }

  static Series ofRounds(
      List<Isolation.Round> rounds, Function<Isolation.Round, OptionalDouble> figure) {
    Series series = new Series();
    for (int i = 0; i < rounds.size(); i++) {
      series.put(i + 1, figure.apply(rounds.get(i)), false);
    }
    return series;
  }

  /** A figure that was read once. */
  static Series ofReading(OptionalDouble reading) {
    Series series = new Series();
    series.put(1, reading, false);
    return series;
  }

  private void put(int round, OptionalDouble figure, boolean noisy) {
    figure.ifPresent(
        value -> {
          if (value > 0) {
            byRound.put(round, new Entry(value, noisy));
          }
        });
  }

  boolean isEmpty() {
    return byRound.isEmpty();
  }

  /** Mean over the rounds that count; empty without one. */
  Optional<Measured> mean() {
    return Repeats.mean(values(), basis());
  }

  /** Of the rounds that count, in order. */
  List<Double> values() {
    Basis basis = basis();
    return byRound.values().stream()
        .filter(entry -> basis == Basis.ALL || !entry.noisy())
        .map(Entry::value)
        .toList();
  }

  private Basis basis() {
    return Basis.of(quiet(byRound.values()), byRound.size());
  }

  /**
   * This over the other, within the rounds of both. A round counts as noisy if either run was.
   * Empty without a common round.
   */
  Optional<Measured> over(Series other) {
    Map<Integer, Entry> ratios = new TreeMap<>();
    byRound.forEach(
        (round, mine) -> {
          Entry theirs = other.byRound.get(round);
          if (theirs != null) {
            ratios.put(
                round, new Entry(mine.value() / theirs.value(), mine.noisy() || theirs.noisy()));
          }
        });
    Basis basis = Basis.of(quiet(ratios.values()), ratios.size());
    return Repeats.ratio(
        ratios.values().stream()
            .filter(entry -> basis == Basis.ALL || !entry.noisy())
            .map(Entry::value)
            .toList(),
        basis);
  }

  private static long quiet(Iterable<Entry> entries) {
    long quiet = 0;
    for (Entry entry : entries) {
      quiet += entry.noisy() ? 0 : 1;
    }
    return quiet;
  }
}
