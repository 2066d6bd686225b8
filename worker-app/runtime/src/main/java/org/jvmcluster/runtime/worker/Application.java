package org.jvmcluster.runtime.worker;

import java.util.List;

/** What the life cycle asks of the application. The real one is behind {@code runtime.api}. */
interface Application {
  /** What to request for warm-up; empty when the application wants none. */
  List<String> warmUpPaths();

  /** Prefixes of paths that are never refused. */
  List<String> probes();

  /** Tells it whether the worker refuses requests for overload. */
  void overloaded(boolean now);

  /** What it must not be ready before; empty when it may be. */
  List<String> readinessHolds();

  /** Tells it that the worker drains; returns the hooks to run. */
  List<Runnable> beginDrain();
}
