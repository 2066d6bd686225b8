package org.jvmcluster.supervisor.load;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A private listener on which the load client practises: a JVM's first requests cost it
 * milliseconds each, which would be blamed on the service. Answers every request at once, on a loop
 * of its own, for as long as it is open.
 */
final class Rehearsal implements AutoCloseable {
  private final LoadTransport transport = new LoadTransport("load-rehearsal");
  private final Channel listener;

  Rehearsal() {
    listener =
        transport
            .serverBootstrap()
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(), new HttpObjectAggregator(0), new Answer());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  @Override
  public void close() {
    transport.close();
  }

  private static final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              HttpResponseStatus.OK,
              Unpooled.copiedBuffer("ok\n", StandardCharsets.US_ASCII));
      response.headers().set("X-Worker", "0/1/1");
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
      HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
      ChannelFuture unusedWrite = ctx.writeAndFlush(response);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The client ends the rehearsal in the middle of requests; nobody waits for an answer.
      ChannelFuture unusedClosed = ctx.close();
    }
  }
}
