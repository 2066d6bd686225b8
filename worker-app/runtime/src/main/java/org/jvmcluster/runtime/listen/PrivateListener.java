package org.jvmcluster.runtime.listen;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.bootstrap.ServerBootstrapConfig;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A second, private way to a server that the application bound: the same handlers on the same
 * loops. Its connections carry no {@link FrontConnection}, so nothing counts or measures them.
 *
 * <p>Opened and closed by the worker's control thread.
 */
final class PrivateListener implements FrontDoor.PrivateDoor {
  /** For a bind on loopback and for its end; microseconds unless the loops are stuck. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final EpollServerSocketChannel listener;
  private final ChannelGroup channels;
  private final Runnable whenClosed;
  private final AtomicBoolean closed = new AtomicBoolean();

  private PrivateListener(
      EpollServerSocketChannel listener, ChannelGroup channels, Runnable whenClosed) {
    this.listener = listener;
    this.channels = channels;
    this.whenClosed = whenClosed;
  }

  /**
   * Opens one.
   *
   * @param server as Vert.x made it
   * @param whenClosed called once it is closed
   */
  static PrivateListener open(ServerBootstrap server, Runnable whenClosed) throws IOException {
    ServerBootstrapConfig model = server.config();
    ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    ChannelHandler handler = model.childHandler();
    ServerBootstrap mine =
        new ServerBootstrap()
            .group(model.group(), model.childGroup())
            .channel(EpollServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    channels.add(child);
                    child.pipeline().addLast(handler);
                  }
                });
    for (Map.Entry<ChannelOption<?>, Object> option : model.childOptions().entrySet()) {
      childOption(mine, option.getKey(), option.getValue());
    }
    ChannelFuture bind = mine.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    channels.add(bind.channel());
    if (!bind.awaitUninterruptibly(LIMIT.toNanos(), TimeUnit.NANOSECONDS) || !bind.isSuccess()) {
      channels.close().awaitUninterruptibly(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      throw new IOException("cannot open a private listener on loopback", bind.cause());
    }
    return new PrivateListener((EpollServerSocketChannel) bind.channel(), channels, whenClosed);
  }

  @SuppressWarnings("unchecked") // The bootstrap paired option and value when it was given them.
  private static <T> void childOption(ServerBootstrap to, ChannelOption<T> option, Object value) {
    to.childOption(option, (T) value);
  }

  @Override
  public InetSocketAddress address() {
    return listener.localAddress();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    channels.close().awaitUninterruptibly(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    whenClosed.run();
  }
}
