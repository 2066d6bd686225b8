package org.jvmcluster.workload;

/** Where work runs. */
enum Place {
  /** On the event loop that read the request. */
  LOOP,

  /** On the task pool. */
  POOL,

  /** On a compute thread, which only mode {@code threads} has. */
  THREAD
}
