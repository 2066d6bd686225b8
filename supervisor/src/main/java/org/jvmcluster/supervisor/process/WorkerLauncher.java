package org.jvmcluster.supervisor.process;

import java.util.concurrent.CompletionStage;

/** Starts worker processes; the seam at which a test brings its own. */
public interface WorkerLauncher {
  /**
   * Starts a worker. Returns at once.
   *
   * @return complete when the process exists, on a thread that must not be held; fails with {@link
   *     WorkerStartException} when it could not be started
   */
  CompletionStage<WorkerProcess> launch(LaunchOrder order);
}
