package org.jvmcluster.supervisor;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.fleet.RequestId;

/**
 * Who waits for what: the progress of every order that is not complete. Bounded by the fleet, which
 * answers each order exactly once and refuses a second restart at once. Safe for any thread.
 */
final class Orders {
  private final AtomicLong last = new AtomicLong();
  private final Map<RequestId, Progress> open = new ConcurrentHashMap<>();

  /** Takes an order; its steps and its outcome will go to {@code progress}. */
  RequestId open(Progress progress) {
    RequestId request = new RequestId(last.incrementAndGet());
    open.put(request, progress);
    return request;
  }

  void step(RequestId request, Occurrence step) {
    Optional.ofNullable(open.get(request)).ifPresent(progress -> progress.step(step));
  }

  void complete(RequestId request, Outcome outcome) {
    Optional.ofNullable(open.remove(request)).ifPresent(progress -> progress.complete(outcome));
  }

  /** The supervisor ends: nothing that is still open will be answered by the fleet. */
  void completeAll(Outcome outcome) {
    open.keySet().forEach(request -> complete(request, outcome));
  }
}
