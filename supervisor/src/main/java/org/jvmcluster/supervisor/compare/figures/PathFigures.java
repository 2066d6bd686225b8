package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

/**
 * One path of a mix over all runs that count.
 *
 * @param failed requests for it without a good answer
 */
public record PathFigures(String path, long failed, LatencyFigures latency) {
  public PathFigures {
    requireNonNull(path, "path");
    requireNonNull(latency, "latency");
  }
}
