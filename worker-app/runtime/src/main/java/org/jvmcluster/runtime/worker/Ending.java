package org.jvmcluster.runtime.worker;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** How a JVM ends. The real one is {@link JvmEnding}; a test watches instead. */
interface Ending {
  /**
   * Halts the JVM after that time, whatever else happens. A later call can only bring it forward.
   */
  void haltAfter(Duration time);

  /**
   * Closes the application, lets what was sent reach the supervisor, and exits; on a thread of its
   * own, so it returns at once. Only the first call counts.
   *
   * @param code of the process
   * @param closeApplication may block, fail or never complete; it is waited for with a limit
   */
  void exit(int code, Supplier<? extends CompletionStage<?>> closeApplication);

  /** Exits on the calling thread, before there is an application to close; does not return. */
  void exitNow(int code);
}
