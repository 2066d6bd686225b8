package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoop;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.loop.ArrivalAge;
import org.jvmcluster.runtime.loop.LoopMeter;
import org.jvmcluster.runtime.loop.MeteredLoop;

/**
 * What one event loop has to do, as far as the gate must know it: connections that are open, of
 * those the fresh ones, whose first request has not begun, and requests in flight.
 *
 * <p>The accept threads count a connection in when they hand it over; everything else is counted by
 * the loop itself. Any thread may read. The counters are read one after the other, never as a
 * whole: the order of writing (in flight up, then fresh down) makes a loop look busier than it is
 * for a moment, never idler.
 */
final class LoopRoom {
  private final EventLoop loop;
  private final LoopMeter meter;
  private final @Nullable MeteredLoop metered;
  private final ArrivalAge arrivalAge = new ArrivalAge();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger fresh = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();

  LoopRoom(EventLoop loop, LoopMeter meter) {
    this.loop = requireNonNull(loop, "loop");
    this.meter = requireNonNull(meter, "meter");
    this.metered = loop instanceof MeteredLoop own ? own : null;
  }

  EventLoop loop() {
    return loop;
  }

  LoopMeter meter() {
    return meter;
  }

  /** When a request that begins now was first read, on the JVM's clock; for the loop only. */
  long requestBegins() {
    return metered == null ? System.nanoTime() : metered.requestBegins();
  }

  /**
   * Whether what was read then may have waited in the kernel for this loop; for the loop only.
   *
   * @param readNanos the JVM's clock
   */
  boolean isLate(long readNanos) {
    return metered != null && metered.isLate(readNanos);
  }

  /** For the loop only. */
  ArrivalAge arrivalAge() {
    return arrivalAge;
  }

  /** A connection is on its way to the loop. */
  void connectionGiven() {
    open.incrementAndGet();
    fresh.incrementAndGet();
  }

  /** A connection is no longer fresh. */
  void connectionSettled() {
    fresh.decrementAndGet();
  }

  void connectionClosed() {
    open.decrementAndGet();
  }

  void requestBegan() {
    inFlight.incrementAndGet();
  }

  void requestsEnded(int requests) {
    inFlight.addAndGet(-requests);
  }

  int open() {
    return open.get();
  }

  int inFlight() {
    return inFlight.get();
  }

  /** Requests begun, and those that fresh connections will bring. */
  int expected() {
    return inFlight.get() + fresh.get();
  }

  /** No connection was handed over that might bring a request which nobody has counted yet. */
  boolean isSettled() {
    return fresh.get() == 0;
  }

  /** Nothing to do and nothing on its way. */
  boolean isIdle() {
    return isSettled() && inFlight.get() == 0;
  }
}
