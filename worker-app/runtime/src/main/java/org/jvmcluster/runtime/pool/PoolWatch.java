package org.jvmcluster.runtime.pool;

/** Learns of the pools of a JVM, in order to measure them. Safe for any thread. */
public interface PoolWatch {
  /**
   * A pool is there. Called once for each, also for those that were opened before the watch began.
   */
  void opened(CorePool pool);

  /** A pool was closed; its running tasks may still end. */
  void closed(CorePool pool);
}
