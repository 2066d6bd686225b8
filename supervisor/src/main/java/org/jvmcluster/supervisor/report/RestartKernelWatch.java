package org.jvmcluster.supervisor.report;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;

/**
 * What the kernel counted from the beginning of the last restart to its end, or to now while it
 * runs. Reads the counters only when a restart begins, ends or is asked about. Safe for any thread.
 */
public final class RestartKernelWatch {
  private final Supplier<KernelCounters> counters;
  private int number;
  private @Nullable KernelCounters atBegin;
  private @Nullable KernelCounters overall;

  /** Watches {@code counters}, usually {@code KernelCounters.read(NETSTAT)}. */
  public RestartKernelWatch(Supplier<KernelCounters> counters) {
    this.counters = counters;
  }

  /**
   * Notices the beginning and the end of a restart. To be called with every new view of the fleet;
   * cheap when nothing changed.
   */
  public synchronized void observe(RestartView restart) {
    if (restart.number() != number && restart.state() != RestartState.NONE) {
      number = restart.number();
      atBegin = counters.get();
      overall = null;
    }
    if (overall == null && atBegin != null && restart.state() != RestartState.RUNNING) {
      overall = counters.get().since(atBegin);
    }
  }

  /** The growth during {@code restart}; empty when there was none. */
  synchronized Optional<KernelCounters> during(RestartView restart) {
    observe(restart);
    if (overall != null) {
      return Optional.of(overall);
    }
    return atBegin == null ? Optional.empty() : Optional.of(counters.get().since(atBegin));
  }
}
