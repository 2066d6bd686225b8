package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a loop and what it polls with, and tells the meter where polls begin and end. It
 * hears so from two questions that Netty's handlers ask: {@link #canBlock}, whose "yes" is followed
 * by a wait, and {@link #shouldReportActiveIoTime}, which comes after every poll and before the
 * first event is handled.
 *
 * <p>On the loop, but for {@link #wakeup}.
 */
final class MeteredIoHandler implements IoHandler, IoHandlerContext {
  private final IoHandler inner;
  private final TurnMeter turns;

  /** What the loop gave to the run in progress. */
  private @Nullable IoHandlerContext context;

  MeteredIoHandler(IoHandler inner, TurnMeter turns) {
    this.inner = requireNonNull(inner, "inner");
    this.turns = requireNonNull(turns, "turns");
  }

  IoHandler inner() {
    return inner;
  }

  TurnMeter turns() {
    return turns;
  }

  @Override
  public int run(IoHandlerContext ofTheLoop) {
    context = ofTheLoop;
    try {
      return inner.run(this);
    } finally {
      // A handler that fails asks nothing after its poll.
      turns.leaves();
    }
  }

  private IoHandlerContext context() {
    return requireNonNull(context, "a handler asks only while it runs");
  }

  @Override
  public boolean canBlock() {
    boolean waits = context().canBlock();
    if (waits) {
      turns.waits();
    }
    return waits;
  }

  @Override
  public boolean shouldReportActiveIoTime() {
    turns.polled();
    return context().shouldReportActiveIoTime();
  }

  @Override
  public void reportActiveIoTime(long activeNanos) {
    context().reportActiveIoTime(activeNanos);
  }

  @Override
  public long delayNanos(long currentTimeNanos) {
    return context().delayNanos(currentTimeNanos);
  }

  @Override
  public long deadlineNanos() {
    return context().deadlineNanos();
  }

  @Override
  public void initialize() {
    inner.initialize();
  }

  @Override
  public void prepareToDestroy() {
    inner.prepareToDestroy();
  }

  @Override
  public void destroy() {
    inner.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return inner.register(handle);
  }

  @Override
  public void wakeup() {
    inner.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return inner.isCompatible(handleType);
  }
}
