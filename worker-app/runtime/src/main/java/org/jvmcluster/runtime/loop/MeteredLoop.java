package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Netty's event loop with meters: of its turns, by the handler it polls with, and of the wait of
 * the tasks that other threads give it. What the loop gives itself runs in the turn in which it was
 * given or in the next, so its wait is in the length of the turns.
 */
public final class MeteredLoop extends SingleThreadIoEventLoop {
  private final EventLoops loops;
  private final MeteredIoHandler handler;
  private final TurnMeter turns;
  private final int number;

  /** Written by the loop when it begins. Null where the kernel does not tell. */
  private volatile @Nullable ThreadSchedule schedule;

  MeteredLoop(
      IoEventLoopGroup group, Executor executor, IoHandlerFactory handlers, EventLoops loops) {
    super(group, executor, new Metering(handlers, loops.clock()));
    this.loops = requireNonNull(loops, "loops");
    this.handler = (MeteredIoHandler) ioHandler();
    this.turns = handler.turns();
    this.number = loops.nextNumber();
  }

  private record Metering(IoHandlerFactory handlers, NanoClock clock) implements IoHandlerFactory {
    @Override
    public IoHandler newHandler(ThreadAwareExecutor executor) {
      return new MeteredIoHandler(handlers.newHandler(executor), new TurnMeter(clock));
    }

    @Override
    public boolean isChangingThreadSupported() {
      return handlers.isChangingThreadSupported();
    }
  }

  /** Tells this loop from the worker's others, counts from 0. */
  public int number() {
    return number;
  }

  /**
   * Whether what is read in this turn may have waited in the kernel because the loop came late: the
   * turn or the one before took more than 10 ms. On the loop.
   *
   * @param clockNanos when it was read
   */
  public boolean isLate(long clockNanos) {
    return turns.isLate(clockNanos);
  }

  /**
   * When a request that begins now was first read; on the loop.
   *
   * @return a reading of the clock
   */
  public long requestBegins() {
    return turns.requestBegins();
  }

  TurnMeter turns() {
    return turns;
  }

  /** CPU time of the loop's thread; empty where the kernel does not tell. */
  Optional<ThreadSchedule> schedule() {
    return Optional.ofNullable(schedule);
  }

  /** Runs until the loop ends or, which Netty may do to an idle loop, gives back its thread. */
  @Override
  protected void run() {
    schedule = ThreadSchedule.ofThisThread().orElse(null);
    if (turns.hasBegun()) {
      turns.leaves();
    } else {
      turns.begin();
      loops.began(this);
    }
    try {
      super.run();
    } finally {
      if (isShuttingDown()) {
        // In this order: a reader lets go of a loop that has ended, and must not find it again.
        loops.ended(this);
        turns.end();
      } else {
        turns.waits();
      }
    }
  }

  @Override
  public void execute(Runnable task) {
    super.execute(inEventLoop() ? task : new OutsideTask(turns, task));
  }

  private static final class OutsideTask implements Runnable {
    private final TurnMeter turns;
    private final Runnable task;
    private final long submittedNanos;

    OutsideTask(TurnMeter turns, Runnable task) {
      this.turns = turns;
      this.task = requireNonNull(task, "task");
      this.submittedNanos = turns.clock().nanos();
    }

    @Override
    public void run() {
      turns.taskBegins(submittedNanos);
      task.run();
    }

    @Override
    public String toString() {
      return task.toString();
    }
  }

  /** By the handler that does the work, not by ours that stands before it. */
  @Override
  public boolean isIoType(Class<? extends IoHandler> handlerType) {
    return handler.inner().getClass().equals(handlerType);
  }
}
