package org.jvmcluster.supervisor.compare.figures;

import java.util.List;
import java.util.Optional;

/**
 * Where more workers stop to bring more.
 *
 * @param from the least number of workers that no greater one of the sweep beats
 * @param to the greatest of the sweep
 * @param throughput at {@code from}, good answers a second
 */
public record Plateau(int from, int to, double throughput) {
  /** Less than a twentieth more is not worth a worker, whether or not it can be told from none. */
  static final double GAIN = 0.05;

  /** A number of workers with its throughput by round. */
  record Level(int workers, Series throughputs) {}

  /**
   * The least level that none of the greater ones beats by more than a twentieth with an interval
   * above 1. Empty if that is the last one: throughput still grows there.
   */
  static Optional<Plateau> of(List<Level> levels) {
    for (int i = 0; i < levels.size() - 1; i++) {
      Level from = levels.get(i);
      Optional<Measured> mean = from.throughputs().mean();
      if (mean.isPresent()
          && levels.subList(i + 1, levels.size()).stream().noneMatch(it -> beats(it, from))) {
        return Optional.of(
            new Plateau(
                from.workers(), levels.get(levels.size() - 1).workers(), mean.get().value()));
      }
    }
    return Optional.empty();
  }

  private static boolean beats(Level more, Level less) {
    Optional<Measured> ratio = more.throughputs().over(less.throughputs());
    // A single round leaves no interval: then the gain alone counts.
    return ratio
        .map(
            it -> it.value() > 1 + GAIN && it.interval().map(range -> range.low() > 1).orElse(true))
        .orElse(false);
  }
}
