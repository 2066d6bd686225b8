package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The metered event loops of this worker, of all its Vert.x instances. Makes them, numbers them and
 * makes readers of them. Safe from any thread.
 */
public final class EventLoops {
  /** Whether pollers ask the question that follows each poll, see {@link MeteredIoHandler}. */
  private static final boolean POLLS_CAN_BE_HEARD = pollsCanBeHeard();

  private final NanoClock clock;
  private final AtomicInteger made = new AtomicInteger();
  private final CopyOnWriteArrayList<MeteredLoop> running = new CopyOnWriteArrayList<>();

  /**
   * @param clock measures everything; asked by the loops themselves, so it must be fast. In a
   *     worker the JVM's: requests that begin by it end by {@link System#nanoTime()}
   */
  public EventLoops(NanoClock clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  /** What cannot be measured with this Netty, in a sentence; empty when all can. */
  public static Optional<String> reduced() {
    return POLLS_CAN_BE_HEARD
        ? Optional.empty()
        : Optional.of(
            "event loops are not measured: this Netty's pollers do not say when they return, as"
                + " those of 4.2.9 do");
  }

  private static boolean pollsCanBeHeard() {
    try {
      IoHandlerContext.class.getMethod("shouldReportActiveIoTime");
      return true;
    } catch (NoSuchMethodException olderNetty) {
      return false;
    }
  }

  /**
   * A group of metered loops, otherwise as Netty's own. Where loops cannot be measured they have no
   * meters: those would count all work on sockets as waiting.
   *
   * @param handlers makes what polls, of whatever transport
   */
  public EventLoopGroup group(int threads, ThreadFactory threadFactory, IoHandlerFactory handlers) {
    return POLLS_CAN_BE_HEARD
        ? new MeteredLoopGroup(threads, threadFactory, handlers, this)
        : new MultiThreadIoEventLoopGroup(threads, threadFactory, handlers);
  }

  /**
   * A reader whose first window begins now. The report has one of its own, as has whoever else
   * decides by these figures.
   */
  public LoopReader reader() {
    LoopReader reader = new LoopReader(this);
    reader.take();
    return reader;
  }

  /** The readings of all loops for the report. */
  public LoopReadings readings() {
    return new LoopReadings(reader(), this);
  }

  NanoClock clock() {
    return clock;
  }

  int nextNumber() {
    return made.getAndIncrement();
  }

  /** A loop runs from now on; on the loop. */
  void began(MeteredLoop loop) {
    running.add(loop);
  }

  /** A loop will not run any more; on the loop. */
  void ended(MeteredLoop loop) {
    running.remove(loop);
  }

  /** The loops that have begun and not ended. */
  List<MeteredLoop> running() {
    return running;
  }
}
