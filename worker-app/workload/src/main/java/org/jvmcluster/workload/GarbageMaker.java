package org.jvmcluster.workload;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Makes garbage at a steady rate, on a thread of its own, one order at a time. */
final class GarbageMaker {
  private static final int MEBIBYTE = 1024 * 1024;

  /** As many pieces live at any time, so that a collection finds something to copy. */
  private static final int ALIVE = 16;

  private final AtomicBoolean making = new AtomicBoolean();

  /** Kept in a field, or the compiler would leave the making out. */
  @SuppressWarnings("unused")
  private volatile byte @Nullable [] newest;

  /**
   * Begins, in the background.
   *
   * @return false when it makes some already
   */
  boolean make(int megabytesPerSecond, Duration time) {
    if (!making.compareAndSet(false, true)) {
      return false;
    }
    Thread thread = new Thread(() -> run(megabytesPerSecond, time), "garbage");
    thread.setDaemon(true);
    thread.start();
    return true;
  }

  private void run(int megabytesPerSecond, Duration time) {
    try {
      byte[][] alive = new byte[ALIVE][];
      long begin = System.nanoTime();
      long made = 0;
      for (long elapsed = 0; elapsed < time.toNanos(); elapsed = System.nanoTime() - begin) {
        // As many as are due by now: a pause of the collector is made up for.
        long due = (long) (elapsed / 1e9 * megabytesPerSecond);
        while (made < due) {
          byte[] piece = new byte[MEBIBYTE];
          alive[(int) (made % ALIVE)] = piece;
          newest = piece;
          made++;
        }
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }
    } finally {
      newest = null;
      making.set(false);
    }
  }
}
