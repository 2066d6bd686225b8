package org.jvmcluster.runtime.listen;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Binds a port that the supervisor does not own, behind a front channel: what it accepts is passed
 * to the front's pipeline, where Netty's own acceptor serves it as without the runtime. Such
 * connections are neither gated, counted nor drained.
 */
final class PlainListener extends ChannelInboundHandlerAdapter {
  private final FrontChannel front;

  private PlainListener(FrontChannel front) {
    this.front = front;
  }

  /**
   * Binds on the front's own loop, which is the calling thread, so that all is done on return.
   *
   * @throws IOException as the bind of the plain transport fails
   */
  static EpollServerSocketChannel bind(
      FrontChannel front, InetSocketAddress address, ServerBootstrap maker) throws IOException {
    EpollServerSocketChannel back = new EpollServerSocketChannel();
    for (Map.Entry<ChannelOption<?>, Object> option : maker.config().options().entrySet()) {
      set(back, option.getKey(), option.getValue());
    }
    back.config().setAutoRead(front.config().isAutoRead());
    back.pipeline().addLast(new PlainListener(front));
    check(back, front.eventLoop().register(back));
    check(back, back.bind(address));
    return back;
  }

  private static void check(EpollServerSocketChannel back, ChannelFuture done) throws IOException {
    if (done.isSuccess()) {
      return;
    }
    back.unsafe().closeForcibly();
    if (done.cause() instanceof IOException failure) {
      throw failure;
    }
    throw new IOException("the event loop did not bind at once", done.cause());
  }

  @SuppressWarnings("unchecked") // The bootstrap paired option and value when it was given them.
  private static <T> void set(
      EpollServerSocketChannel back, ChannelOption<T> option, Object value) {
    if (!option.equals(FrontChannel.BOOTSTRAP) && !option.equals(FrontChannel.SPEAKS_TLS)) {
      back.config().setOption(option, (T) value);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object child) {
    front.pipeline().fireChannelRead(child);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    front.pipeline().fireChannelReadComplete();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    front.pipeline().fireExceptionCaught(cause);
  }
}
