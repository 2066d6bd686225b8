package org.jvmcluster.supervisor.model;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The requests that workers hold, and how far each has come. With fewer cores than requests all of
 * them slow down alike, so what each has left is measured in work and not in time: the order of
 * their ends never changes, whatever comes or goes meanwhile.
 */
final class Service {
  /** A request on its worker, done when so much work has been done on each. */
  record Held(double doneAt, long order, int worker, Request request) {}

  private final PriorityQueue<Held> held =
      new PriorityQueue<>(Comparator.comparingDouble(Held::doneAt).thenComparingLong(Held::order));
  private final double cores;
  private double now;
  private double work;
  private double busyNanos;
  private long begun;

  /**
   * @param cores infinite when requests need none
   */
  Service(double cores) {
    this.cores = cores;
  }

  void begin(int worker, Request request) {
    held.add(new Held(work + request.workNanos(), begun++, worker, request));
  }

  /** When the next one ends if nothing else begins; infinite when none is held. */
  double nextEnd() {
    Held next = held.peek();
    return next == null ? Double.POSITIVE_INFINITY : now + (next.doneAt() - work) * slowdown();
  }

  void advanceTo(double nanos) {
    busyNanos += held.size() * (nanos - now);
    work += (nanos - now) / slowdown();
    now = nanos;
  }

  /** Takes the one whose end {@link #nextEnd} named; the time stands there. */
  Held end() {
    Held ended = held.remove();
    // What rounding left.
    work = ended.doneAt();
    return ended;
  }

  /** Of all workers together, how long they held a request. */
  double busyNanos() {
    return busyNanos;
  }

  private double slowdown() {
    return Math.max(1, held.size() / cores);
  }
}
