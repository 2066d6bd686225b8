package org.jvmcluster.supervisor.compare.result;

import java.util.List;

/**
 * What else went on while something was measured.
 *
 * @param foreignCores CPU that processes outside of the comparison used, in cores: 0.3 is a third
 *     of one
 * @param stolenShare of all CPU time, what the hypervisor gave to others; 0 to 1
 * @param clientLateMs how late the load client was at its 99th percentile
 * @param reasons why the run counts as noisy; none: it does not
 */
public record Noise(
    double foreignCores, double stolenShare, double clientLateMs, List<String> reasons) {
  public Noise {
    reasons = List.copyOf(reasons);
  }

  public boolean isNoisy() {
    return !reasons.isEmpty();
  }
}
