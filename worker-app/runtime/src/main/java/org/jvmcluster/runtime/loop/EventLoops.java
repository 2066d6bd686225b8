package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The metered event loops of this worker, of all its Vert.x instances. Makes them, numbers them and
 * makes readers of them. Safe from any thread.
 */
public final class EventLoops {
  private final NanoClock clock;
  private final AtomicInteger made = new AtomicInteger();
  private final CopyOnWriteArrayList<MeteredLoop> running = new CopyOnWriteArrayList<>();

  /**
   * @param clock measures everything; asked by the loops themselves, so it must be fast
   */
  public EventLoops(NanoClock clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  /**
   * A group of metered loops, otherwise as Netty's own.
   *
   * @param handlers makes what polls, of whatever transport
   */
  public EventLoopGroup group(int threads, ThreadFactory threadFactory, IoHandlerFactory handlers) {
    return new MeteredLoopGroup(threads, threadFactory, handlers, this);
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
