package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.config.ListenMode;

/**
 * All that a comparison does.
 *
 * @param arms in the order in which they are shown; at least one unless there is a sweep
 * @param rounds in which each arm is loaded once
 * @param isolation empty: not measured
 * @param faults likewise
 * @param sweep likewise
 * @param limit of it all
 * @param version of this program
 * @param command words that repeat it
 */
public record ComparisonPlan(
    List<ArmSpec> arms,
    LoadShape load,
    int rounds,
    Optional<IsolationPlan> isolation,
    Optional<FaultPlan> faults,
    Optional<SweepPlan> sweep,
    Duration limit,
    String version,
    List<String> command) {
  public ComparisonPlan {
    arms = List.copyOf(arms);
    requireNonNull(load, "load");
    requireNonNull(isolation, "isolation");
    requireNonNull(faults, "faults");
    requireNonNull(sweep, "sweep");
    requireNonNull(limit, "limit");
    requireNonNull(version, "version");
    command = List.copyOf(command);
    if (arms.isEmpty() && sweep.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to compare");
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds is at least 1, not " + rounds);
    }
  }

  /**
   * Heavy requests at once, and a light one behind them.
   *
   * @param services whether the paths are those of the user's own services too
   */
  public record IsolationPlan(String lightPath, String heavyPath, boolean services) {
    public IsolationPlan {
      requireNonNull(lightPath, "lightPath");
      requireNonNull(heavyPath, "heavyPath");
    }
  }

  /**
   * A worker killed, and all workers replaced, under a steady load.
   *
   * @param rate requests a second
   * @param seconds of the load
   */
  public record FaultPlan(String path, double rate, int seconds) {
    public FaultPlan {
      requireNonNull(path, "path");
    }
  }

  /**
   * The same load on fleets of several sizes.
   *
   * @param workers ascending
   * @param seconds of each run
   */
  public record SweepPlan(
      List<Integer> workers, String path, int seconds, ListenMode listen, List<String> runOptions) {
    public SweepPlan {
      workers = List.copyOf(workers);
      requireNonNull(path, "path");
      requireNonNull(listen, "listen");
      runOptions = List.copyOf(runOptions);
    }

    /** The same for all sizes: so many that the largest fleet has always something to do. */
    public int concurrency() {
      return 4 * workers.get(workers.size() - 1);
    }
  }
}
