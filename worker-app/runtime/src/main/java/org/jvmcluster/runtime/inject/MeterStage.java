package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoopGroup;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ThreadFactory;
import org.jvmcluster.runtime.loop.EventLoops;

/**
 * Gives the event loops that serve connections their meters. The acceptor's loop stays as it is:
 * behind a supervised port it has nothing to do, and it must not stand among those that serve.
 */
final class MeterStage extends TransportStage {
  private final EventLoops loops;

  MeterStage(Transport inner, EventLoops loops) {
    super(inner);
    this.loops = requireNonNull(loops, "loops");
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return type == IO_EVENT_LOOP_GROUP
        ? loops.group(threads, threadFactory, ioHandlerFactory())
        : super.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }
}
