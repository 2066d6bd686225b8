package org.jvmcluster.supervisor.compare.figures;

import java.util.OptionalDouble;

/** What the requests of a load mostly do, told by the CPU time they took. */
public enum WorkKind {
  /** They compute: cores are what they need. */
  COMPUTES,
  /** They wait for something outside: cores are no limit. */
  WAITS,
  /** Both, or too little load to tell. */
  UNKNOWN;

  /** A worker that uses seven tenths of the CPU it could is limited by it. */
  private static final double BUSY = 0.7;

  /** One that uses less than three tenths, while its clients wait for it, is not. */
  private static final double IDLE = 0.3;

  /**
   * From the CPU that was used.
   *
   * @param busyCores CPU seconds a second
   * @param usable cores that it could have used: min(workers, allowed cores)
   * @param saturated whether clients always had a request waiting; at a fixed rate a service may be
   *     idle whatever its requests do
   * @param cpuOfLatency CPU seconds of a request over its median latency
   */
  static WorkKind of(
      OptionalDouble busyCores, double usable, boolean saturated, OptionalDouble cpuOfLatency) {
    if (busyCores.isEmpty()) {
      return UNKNOWN;
    }
    double used = busyCores.getAsDouble() / usable;
    if (used >= BUSY || cpuOfLatency.orElse(0) >= BUSY) {
      return COMPUTES;
    }
    boolean waits = saturated ? used < IDLE : cpuOfLatency.orElse(1) < IDLE;
    return waits ? WAITS : UNKNOWN;
  }
}
