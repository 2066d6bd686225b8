package org.jvmcluster.workload;

import java.util.concurrent.CountDownLatch;
import org.jvmcluster.runtime.pool.PoolTask;
import org.jvmcluster.runtime.pool.Refusal;

/** Holds a thread of a pool until the test lets it go. */
final class HeldTask extends PoolTask {
  private final CountDownLatch released = new CountDownLatch(1);

  /**
   * @param submitNanos the reading of the pool's clock
   */
  HeldTask(long submitNanos) {
    super(0, false, submitNanos);
  }

  void release() {
    released.countDown();
  }

  @Override
  protected boolean work() {
    try {
      released.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  protected void deliver() {}

  @Override
  protected boolean handsOver() {
    return true;
  }

  @Override
  protected void refused(Refusal reason) {
    throw new AssertionError("refused: " + reason);
  }

  @Override
  protected void expired(long waitedNanos) {
    throw new AssertionError("expired");
  }

  @Override
  protected boolean isAbandoned() {
    return false;
  }
}
