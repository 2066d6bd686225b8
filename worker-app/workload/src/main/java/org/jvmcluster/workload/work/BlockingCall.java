package org.jvmcluster.workload.work;

import java.time.Duration;

/** A call that waits for something outside and keeps its thread meanwhile. */
public final class BlockingCall {
  private BlockingCall() {}

  /** Holds the thread for that long without using CPU. */
  public static void hold(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }
}
