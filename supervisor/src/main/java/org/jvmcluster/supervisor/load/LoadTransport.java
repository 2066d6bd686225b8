package org.jvmcluster.supervisor.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** One event loop thread of the load client, on epoll where it is there. Owns the thread. */
final class LoadTransport implements AutoCloseable {
  /** Open sockets are closed by then; a loop that hangs longer must not hold up the result. */
  private static final long CLOSE_LIMIT_MILLIS = 1_000;

  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup group;

  LoadTransport(String threadName) {
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName, true), io);
  }

  EventLoop loop() {
    return group.next();
  }

  /** For connections from this loop. Timeouts are the client's own, connecting included. */
  Bootstrap bootstrap() {
    return new Bootstrap()
        .group(group)
        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
        .option(ChannelOption.TCP_NODELAY, true);
  }

  /** For a listener on this loop. */
  ServerBootstrap serverBootstrap() {
    return new ServerBootstrap()
        .group(group)
        .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .childOption(ChannelOption.TCP_NODELAY, true);
  }

  /** Closes every connection and ends the thread, within a second. */
  @Override
  public void close() {
    group
        .shutdownGracefully(0, CLOSE_LIMIT_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(2 * CLOSE_LIMIT_MILLIS);
  }
}
