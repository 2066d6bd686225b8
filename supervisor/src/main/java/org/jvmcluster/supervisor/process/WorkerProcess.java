package org.jvmcluster.supervisor.process;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jvmcluster.supervisor.fleet.ExitStatus;

/** A worker process that was started. Safe for any thread. */
public interface WorkerProcess {
  /** The kernel's id of it. */
  long pid();

  /**
   * Complete when the process is gone and its output has been passed on, or a bounded time later.
   * On a thread that must not be held. Never fails.
   */
  CompletionStage<ExitStatus> exit();

  /** Sends SIGKILL. Does nothing when the process is gone, so it never hits another of its pid. */
  void kill();

  /** The last lines it wrote, oldest first, for messages about its failure. */
  List<String> lastLines();
}
