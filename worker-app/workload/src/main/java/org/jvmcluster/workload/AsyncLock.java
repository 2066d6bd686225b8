package org.jvmcluster.workload;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A lock that is held across asynchronous steps and for which no thread waits: whoever comes while
 * it is taken is called when it is his turn, first come, first served.
 *
 * <p>Safe for any thread.
 */
final class AsyncLock {
  private final int mostWaiting;
  private final Deque<Promise<Void>> waiting = new ArrayDeque<>();
  private boolean taken;

  /**
   * Makes a free lock.
   *
   * @param mostWaiting how many may wait
   */
  AsyncLock(int mostWaiting) {
    this.mostWaiting = mostWaiting;
  }

  /**
   * Asks for the lock.
   *
   * @return succeeds on the caller's context once he has it and must {@link #release} it; empty
   *     when too many wait already
   */
  synchronized Optional<Future<Void>> acquire() {
    if (!taken) {
      taken = true;
      return Optional.of(Future.succeededFuture());
    }
    if (waiting.size() >= mostWaiting) {
      return Optional.empty();
    }
    Promise<Void> turn = Promise.promise();
    waiting.add(turn);
    Context context = Vertx.currentContext();
    Promise<Void> here = Promise.promise();
    turn.future().onComplete(none -> context.runOnContext(now -> here.complete()));
    return Optional.of(here.future());
  }

  /** Gives the lock to the next who waits. */
  void release() {
    Promise<Void> next;
    synchronized (this) {
      next = waiting.poll();
      taken = next != null;
    }
    if (next != null) {
      next.complete();
    }
  }
}
