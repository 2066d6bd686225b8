package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

/**
 * Keeps the worker from being ready until it is closed. Closing twice does nothing more. Safe for
 * any thread.
 */
public final class ReadinessHold implements AutoCloseable {
  private final Worker worker;
  private final String reason;

  ReadinessHold(Worker worker, String reason) {
    this.worker = requireNonNull(worker, "worker");
    this.reason = requireNonNull(reason, "reason");
  }

  /** What the application waits for, in a few words. */
  public String reason() {
    return reason;
  }

  /** Releases the hold. The worker becomes ready when no other is left and all else is done. */
  @Override
  public void close() {
    worker.release(this);
  }
}
