package org.jvmcluster.runtime.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.impl.headers.HeadersMultiMap;

/**
 * Refuses requests of an HTTP/1 connection with 503 while the worker is overloaded, before they
 * reach the application. Put between the HTTP codec and the application when a request comes while
 * a rule is in force, and taken out by the first one that comes when none is.
 *
 * <p>A request behind one that is still being answered is let through: its 503 would overtake that
 * answer.
 *
 * <p>On the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of a write Netty tells the pipeline.
final class RefusingHandler extends ChannelInboundHandlerAdapter {
  /**
   * Seconds after which a refused client may come again: an overload lasts longer than a moment.
   */
  static final String RETRY_AFTER_SECONDS = "1";

  private static final String NAME = "supervisor-refusing";
  private static final byte[] BODY = "503 this worker is overloaded\n".getBytes(US_ASCII);

  private final FrontConnection connection;
  private final Admission admission;
  private boolean dropsContent;

  private RefusingHandler(FrontConnection connection, Admission admission) {
    this.connection = requireNonNull(connection, "connection");
    this.admission = requireNonNull(admission, "admission");
  }

  /** Puts one into a pipeline, unless one is there or the connection does not speak HTTP/1. */
  static void insert(FrontConnection connection, Admission admission) {
    ChannelPipeline pipeline = connection.channel().pipeline();
    ChannelHandlerContext encoder = pipeline.context(HttpResponseEncoder.class);
    if (encoder != null && pipeline.context(NAME) == null) {
      pipeline.addAfter(encoder.name(), NAME, new RefusingHandler(connection, admission));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      dropsContent = false;
      Admission.Rule rule = admission.rule();
      if (rule == null) {
        ctx.pipeline().remove(this);
      } else if (!admission.isExempt(request.uri())) {
        ShedReason reason = connection.refusal(rule);
        if (reason != null) {
          dropsContent = true;
          admission.count(reason);
          connection.requestRefused();
          answer(ctx, request);
        }
      }
    }
    if (dropsContent) {
      dropsContent = !(message instanceof LastHttpContent);
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private static void answer(ChannelHandlerContext ctx, HttpRequest request) {
    boolean isHead = request.method().equals(HttpMethod.HEAD);
    ByteBuf body = isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(BODY);
    // Vert.x's encoder knows no other kind of headers.
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.SERVICE_UNAVAILABLE,
            body,
            HeadersMultiMap.httpHeaders(),
            HeadersMultiMap.httpHeaders());
    response
        .headers()
        .set(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
        .set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(BODY.length));
    // A client that waits for "100 Continue" may or may not send its body after the 503: where the
    // next request begins nobody can tell.
    boolean keepsAlive = HttpUtil.isKeepAlive(request) && !HttpUtil.is100ContinueExpected(request);
    HttpUtil.setKeepAlive(response.headers(), request.protocolVersion(), keepsAlive);
    ctx.writeAndFlush(response)
        .addListener(keepsAlive ? written -> {} : ChannelFutureListener.CLOSE);
  }
}
