package org.jvmcluster.supervisor.compare.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/** When a run counts as noisy. It is marked and shown then, never dropped in silence. */
public final class NoiseRule {
  /**
   * A tenth of all cores used by others moves a CPU-bound figure by as much, which is the size of
   * the differences that a comparison is asked about.
   */
  public static final double FOREIGN_SHARE = 0.10;

  /** Time that the hypervisor gave away stops all of the machine at once: a fifth of that. */
  public static final double STOLEN_SHARE = 0.02;

  /** Below it a late client is what timers and the scheduler are anyway. */
  public static final double LATE_MS = 5;

  /** A client that is late by a fifth of the median measures itself. */
  public static final double LATE_SHARE = 0.20;

  private NoiseRule() {}

  /**
   * Why a run is noisy; none: it is not.
   *
   * @param foreignCores CPU of processes outside of the comparison, in cores
   * @param allowedCores that the comparison may use
   * @param stolenShare of all CPU time, 0 to 1
   * @param clientLateMs 99th percentile of the client's own lateness
   * @param latency of the run
   */
  public static List<String> reasons(
      double foreignCores,
      double allowedCores,
      double stolenShare,
      double clientLateMs,
      LatencyDistribution latency) {
    List<String> reasons = new ArrayList<>();
    if (foreignCores > FOREIGN_SHARE * allowedCores) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "other processes used %.2f of %s cores",
              foreignCores,
              FigureText.cores(allowedCores)));
    }
    if (stolenShare > STOLEN_SHARE) {
      reasons.add(
          String.format(Locale.ROOT, "the hypervisor took %.1f %% of the CPU", 100 * stolenShare));
    }
    Optional<Duration> median = latency.at(50);
    if (clientLateMs > LATE_MS
        && median.map(it -> clientLateMs > LATE_SHARE * it.toNanos() / 1e6).orElse(true)) {
      reasons.add(String.format(Locale.ROOT, "the client was %.1f ms late at p99", clientLateMs));
    }
    return reasons;
  }
}
