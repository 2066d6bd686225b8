package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/** Netty's group, with loops of ours. */
final class MeteredLoopGroup extends MultiThreadIoEventLoopGroup {
  MeteredLoopGroup(
      int threads, ThreadFactory threadFactory, IoHandlerFactory handlers, EventLoops loops) {
    super(threads, threadFactory, new Parts(handlers, loops));
  }

  /** What a loop is made of: Netty makes the loops before a field of this group can be set. */
  private record Parts(IoHandlerFactory handlers, EventLoops loops) implements IoHandlerFactory {
    Parts {
      requireNonNull(handlers, "handlers");
      requireNonNull(loops, "loops");
    }

    @Override
    public IoHandler newHandler(ThreadAwareExecutor executor) {
      return handlers.newHandler(executor);
    }

    @Override
    public boolean isChangingThreadSupported() {
      return handlers.isChangingThreadSupported();
    }
  }

  @Override
  protected IoEventLoop newChild(Executor executor, IoHandlerFactory factory, Object... args) {
    Parts parts = (Parts) factory;
    return new MeteredLoop(this, executor, parts.handlers(), parts.loops());
  }
}
