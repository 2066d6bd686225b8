package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jvmcluster.supervisor.compare.result.Run;

/**
 * The runs that the main figures of an arm stand on. The others are shown all the same.
 *
 * @param used by round
 * @param all how many there are
 * @param noisy of all
 */
public record RunChoice(List<Run> used, int all, int noisy, Basis basis) {
  public RunChoice {
    used = List.copyOf(used);
    requireNonNull(basis, "basis");
  }

  static RunChoice of(List<Run> runs) {
    int noisy = (int) runs.stream().filter(run -> run.noise().isNoisy()).count();
    Basis basis = Basis.of(runs.size() - noisy, runs.size());
    List<Run> used =
        basis == Basis.ALL ? runs : runs.stream().filter(run -> !run.noise().isNoisy()).toList();
    return new RunChoice(used, runs.size(), noisy, basis);
  }

  /** {@code 3 of 5 runs, without 2 noisy ones}. */
  public String inWords() {
    String runs = all == 1 ? "1 run" : all + " runs";
    return switch (basis) {
      case ALL_QUIET -> runs;
      case QUIET -> used.size() + " of " + runs + ", without " + noisy + " noisy";
      case ALL ->
          runs + ", " + noisy + " noisy, as fewer than " + Basis.FEWEST_QUIET + " quiet remain";
    };
  }
}
