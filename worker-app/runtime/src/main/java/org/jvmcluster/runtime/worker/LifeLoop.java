package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.time.Deadline;

/** The thread of a {@link LifeCycle}: one event after another, and the clock when it is time. */
final class LifeLoop implements Executor {
  /**
   * Events that may wait. A life has some tens; so many mean that the loop is stuck in a door, and
   * then the worker ends, see {@link #inbox}.
   */
  private static final int QUEUE = 1024;

  private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(QUEUE);

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException when the queue is full
   */
  @Override
  public void execute(Runnable event) {
    // Not add: its message would not say whose queue is full.
    if (!queue.offer(event)) {
      throw new IllegalStateException(QUEUE + " events wait for the life of this worker: it hangs");
    }
  }

  /** Lets the life look around soon. Never throws: a full queue is awake anyway. */
  void wake() {
    queue.offer(() -> {});
  }

  /** Runs on the calling thread until the life is over or the thread is interrupted. */
  void run(LifeCycle life, Ending ending) {
    try {
      while (!life.isOver()) {
        step(life);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Also after an error: nobody decides any more, so nothing may go on for long.
      ending.haltAfter(Departure.EXIT_LIMIT);
    }
  }

  /**
   * What comes over the control channel, as events of the life.
   *
   * <p>A thread dump is answered on the control thread itself: the life may be what hangs.
   *
   * @param ending also told of the end of the channel at once, since the life could be stuck
   * @param outbox takes thread dumps
   */
  ControlChannel.Inbox inbox(LifeCycle life, Ending ending, Outbox outbox) {
    requireNonNull(life, "life");
    requireNonNull(ending, "ending");
    requireNonNull(outbox, "outbox");
    return new ControlChannel.Inbox() {
      @Override
      public void received(SupervisorMessage message) {
        if (message instanceof SupervisorMessage.DumpThreads dump) {
          outbox.send(Stacks.dump(dump.request()));
        } else {
          execute(() -> life.received(message));
        }
      }

      @Override
      public void ended(String reason) {
        Duration drainLimit =
            life.joined().isDone() && !life.joined().isCompletedExceptionally()
                ? life.joined().join().drainLimit()
                : Duration.ZERO;
        ending.haltAfter(drainLimit.plus(Departure.HALT_GRACE));
        execute(() -> life.controlLost(reason));
      }
    };
  }

  private void step(LifeCycle life) throws InterruptedException {
    Optional<Deadline> next = life.nextDeadline();
    @Nullable Runnable event =
        next.isPresent()
            ? queue.poll(Math.max(0, next.get().remainingNanos()), TimeUnit.NANOSECONDS)
            : queue.take();
    try {
      if (event != null) {
        event.run();
      }
      life.timePassed();
    } catch (RuntimeException e) {
      // A door that throws must not end the thread that would drain it.
      life.fail("a step in the life of this worker failed: " + e);
    }
  }
}
