package org.jvmcluster.supervisor.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that answers each request with the bytes its script says, after a delay, and then does
 * to the connection what the script says. One event loop.
 */
final class ScriptedServer implements AutoCloseable {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listener;
  private final AtomicInteger inFlight = new AtomicInteger();

  final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger requests = new AtomicInteger();
  final AtomicInteger mostInFlight = new AtomicInteger();

  /** What becomes of the connection after the answer. */
  enum Then {
    KEEP,
    CLOSE,
    RESET
  }

  /** One answer: the bytes, when, and what follows. */
  record Answer(String bytes, Duration delay, Then then) {
    static Answer ok(String headers, String body) {
      return new Answer(
          "HTTP/1.1 200 OK\r\ncontent-length: " + body.length() + "\r\n" + headers + "\r\n" + body,
          Duration.ZERO,
          Then.KEEP);
    }

    static Answer status(int status) {
      return status(status, "");
    }

    static Answer status(int status, String headers) {
      return new Answer(
          "HTTP/1.1 " + status + " x\r\ncontent-length: 0\r\n" + headers + "\r\n",
          Duration.ZERO,
          Then.KEEP);
    }

    static Answer nothing(Then then) {
      return new Answer("", Duration.ZERO, then);
    }

    Answer after(Duration delay) {
      return new Answer(bytes, delay, then);
    }

    Answer then(Then next) {
      return new Answer(bytes, delay, next);
    }
  }

  /** Chooses the answer to a request. */
  @FunctionalInterface
  interface Script {
    /**
     * The answer.
     *
     * @param number of the request, from 1, over all connections
     * @param head of the request, as text
     */
    Answer answer(int number, String head);
  }

  ScriptedServer(Script script) {
    listener =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.incrementAndGet();
                    channel.pipeline().addLast(new Conversation(script));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  String url(String path) {
    return "http://127.0.0.1:" + ((InetSocketAddress) listener.localAddress()).getPort() + path;
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private final class Conversation extends SimpleChannelInboundHandler<ByteBuf> {
    private final Script script;
    private final StringBuilder unread = new StringBuilder();

    Conversation(Script script) {
      this.script = script;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
      unread.append(bytes.toString(StandardCharsets.US_ASCII));
      int end = unread.indexOf("\r\n\r\n");
      if (end < 0) {
        return;
      }
      String head = unread.substring(0, end + 4);
      unread.delete(0, end + 4);
      mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
      Answer answer = script.answer(requests.incrementAndGet(), head);
      if (answer.delay().isZero()) {
        give(ctx, answer);
      } else {
        Future<?> unusedAnswer =
            ctx.executor()
                .schedule(() -> give(ctx, answer), answer.delay().toNanos(), TimeUnit.NANOSECONDS);
      }
    }

    private void give(ChannelHandlerContext ctx, Answer answer) {
      inFlight.decrementAndGet();
      ByteBuf bytes = Unpooled.copiedBuffer(answer.bytes(), StandardCharsets.US_ASCII);
      if (answer.then() == Then.RESET) {
        ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
      }
      ChannelFuture write = ctx.channel().writeAndFlush(bytes);
      if (answer.then() != Then.KEEP) {
        write.addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ChannelFuture unusedClosed = ctx.close();
    }
  }
}
