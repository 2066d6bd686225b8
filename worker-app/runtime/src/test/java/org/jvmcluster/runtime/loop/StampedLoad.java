package org.jvmcluster.runtime.loop;

import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Work on an event loop that stamps its own begin and end, so that what the loop's meters say can
 * be held against it. Started by any thread, runs on the loop; the stamps may be read once {@link
 * #await} has returned, {@link #beganNanos} as soon as {@link #awaitBegin} has.
 */
final class StampedLoad {
  private static final long WAIT_SECONDS = 120;

  /** How a thread is held. */
  enum Manner {
    /** Without a core, as a blocking call does. */
    BLOCKED,

    /** On a core as far as there is one: until the clock says so. */
    BURNT
  }

  private final EventLoop loop;
  private final Manner manner;
  private final long eachNanos;
  private final long distanceNanos;
  private final CountDownLatch done = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private int left;
  private long busyNanos;
  private long longestNanos;
  private volatile long beganNanos;
  private volatile long endedNanos;
  private volatile boolean stopped;

  /**
   * Begins when it is started.
   *
   * @param eachNanos how long the loop is held each time
   * @param distanceNanos from one beginning to the next
   * @param times how often
   */
  StampedLoad(EventLoop loop, Manner manner, long eachNanos, long distanceNanos, int times) {
    this.loop = loop;
    this.manner = manner;
    this.eachNanos = eachNanos;
    this.distanceNanos = distanceNanos;
    this.left = times;
  }

  StampedLoad start() {
    long due = System.nanoTime();
    loop.execute(() -> run(due));
    return this;
  }

  private void run(long due) {
    long began = System.nanoTime();
    beganNanos = began;
    begun.countDown();
    hold(began + eachNanos);
    long ended = System.nanoTime();
    endedNanos = ended;
    busyNanos += ended - began;
    longestNanos = Math.max(longestNanos, ended - began);
    left--;
    if (left == 0 || stopped) {
      done.countDown();
    } else {
      long next = due + distanceNanos;
      long delay = next - System.nanoTime();
      // Without a delay by way of the loop's queue, which lets it poll in between.
      if (delay <= 0) {
        loop.execute(() -> run(next));
      } else {
        // That it was not run would show as a wait without end.
        var unused = loop.schedule(() -> run(next), delay, TimeUnit.NANOSECONDS);
      }
    }
  }

  private void hold(long end) {
    for (long rest = end - System.nanoTime(); rest > 0; rest = end - System.nanoTime()) {
      if (manner == Manner.BLOCKED) {
        LockSupport.parkNanos(rest);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** Lets the hold that runs be the last; any thread. */
  void stop() {
    stopped = true;
  }

  void awaitBegin() throws InterruptedException {
    await(begun);
  }

  void await() throws InterruptedException {
    await(done);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the loop did not do its work in " + WAIT_SECONDS + " s");
    }
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /** When the latest of the holds began. */
  long beganNanos() {
    return beganNanos;
  }

  /** When the latest of the holds ended. */
  long endedNanos() {
    return endedNanos;
  }

  /** All holds together. */
  long busyNanos() {
    return busyNanos;
  }

  long longestNanos() {
    return longestNanos;
  }
}
