package org.jvmcluster.supervisor.compare.result;

import java.util.List;

/**
 * The same load on so many workers.
 *
 * @param workers processes, 1 or more
 * @param runs by round
 */
public record SweepPoint(int workers, List<Run> runs) {
  public SweepPoint {
    runs = List.copyOf(runs);
  }
}
