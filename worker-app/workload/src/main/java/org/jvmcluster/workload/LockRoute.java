package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.BlockingCall;

/**
 * {@code /lock}: a ledger that every request writes to on its event loop, and an upload that
 * belongs to it. Whether one can wait for the other depends on what the lock covers.
 */
final class LockRoute {
  /** What the lock covers. */
  private enum Style {
    /**
     * The ledger and the upload. The upload runs on the pool, but the next request waits for the
     * lock on its event loop, and everybody behind it: no CPU is used and nothing is answered.
     */
    HELD,

    /** The ledger only, for microseconds. */
    NARROW,

    /** Both, but nobody's thread waits for it. */
    ASYNC
  }

  private static final Placement UPLOAD = new Placement(Place.POOL, Place.POOL, TaskKind.APP);

  /** More than a worker has requests in flight. */
  private static final int MOST_WAITING = 1000;

  private final Vertx vertx;
  private final Dispatcher dispatcher;
  private final Ledger ledger;

  LockRoute(Vertx vertx, Workshop shop) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
    this.ledger = requireNonNull(shop.ledger(), "ledger");
  }

  /** What the locks guard; one for all event loops, which is why it needs them. */
  static final class Ledger {
    /** Fair, so that an event loop that waits gets it before the upload after the next. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final AsyncLock asyncLock = new AsyncLock(MOST_WAITING);
    private long entries;

    private long write() {
      lock.lock();
      try {
        return ++entries;
      } finally {
        lock.unlock();
      }
    }

    private void hold(Duration time) throws InterruptedException {
      lock.lock();
      try {
        BlockingCall.hold(time);
      } finally {
        lock.unlock();
      }
    }
  }

  Endpoint endpoint() {
    return Endpoint.placed(
        "/lock",
        "[?style=held|narrow|async][&ms=100]",
        "a lock across an upload of that time, and two cures",
        Cost.IO,
        UPLOAD,
        this::answer);
  }

  private void answer(RoutingContext context) throws Refused {
    Style style = Parameters.choice(context, "style", Style.HELD);
    Duration time = Parameters.millis(context, "ms", 100);
    dispatcher.place(context, UPLOAD);
    switch (style) {
      case HELD -> {
        long entry = ledger.write();
        Answers.outcome(
            context,
            dispatcher.run(
                context,
                UPLOAD,
                () -> {
                  ledger.hold(time);
                  return text(entry, style, time);
                }));
      }
      case NARROW -> {
        long entry = ledger.write();
        Answers.outcome(
            context,
            dispatcher.run(
                context,
                UPLOAD,
                () -> {
                  BlockingCall.hold(time);
                  return text(entry, style, time);
                }));
      }
      case ASYNC -> async(context, time);
    }
  }

  private void async(RoutingContext context, Duration time) throws Refused {
    Future<Void> turn =
        ledger
            .asyncLock
            .acquire()
            .orElseThrow(
                () ->
                    Refused.because(
                        context, 503, "as many as " + MOST_WAITING + " wait for the lock"));
    turn.onSuccess(
        mine -> {
          long entry = ledger.write();
          vertx
              .timer(Math.max(1, time.toMillis()), TimeUnit.MILLISECONDS)
              .onComplete(
                  uploaded -> {
                    ledger.asyncLock.release();
                    Answers.ok(context, text(entry, Style.ASYNC, time));
                  });
        });
  }

  private static String text(long entry, Style style, Duration time) {
    return "entry "
        + entry
        + ": uploaded in "
        + time.toMillis()
        + " ms with the lock "
        + switch (style) {
          case HELD -> "held";
          case NARROW -> "narrow";
          case ASYNC -> "asynchronous";
        };
  }
}
