package org.jvmcluster.workload;

import org.jvmcluster.runtime.api.Identity;
import org.jvmcluster.runtime.api.Worker;

/** How an answer says which process gave it. */
final class WorkerName {
  private static final long PID = ProcessHandle.current().pid();

  private WorkerName() {}

  /** {@code SLOT/GENERATION/PID}; {@code -/-/PID} without a supervisor. */
  static String text() {
    return Worker.current().identity().map(Identity::toString).orElse("-/-/" + PID);
  }

  static long pid() {
    return PID;
  }
}
