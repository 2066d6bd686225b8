package org.jvmcluster.runtime.listen;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next possible response of an HTTP/1 connection its last: says so in the response, drops
 * what comes behind, and closes. Put between the HTTP codec and the application only when a
 * connection is to close, so that it costs nothing in normal life.
 *
 * <p>The next possible response is the first with no other request behind it: a client may have
 * sent several without waiting (RFC 9112, section 9.3), and one that the application has begun must
 * not go unanswered. Requests that arrive behind the last response are never begun, which the
 * client can tell from {@code Connection: close} (section 9.6).
 *
 * <p>On the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of a write or close Netty tells the pipeline.
final class ClosingHandler extends ChannelDuplexHandler {
  /**
   * How long the client has to close its end. Closing ours while its bytes are unread would make
   * the kernel send a reset, which can overtake the response (RFC 9112, section 9.6); an honest
   * client needs one round trip.
   */
  private static final long LINGER_MILLIS = 1_000;

  private static final String NAME = "supervisor-closing";

  private int unanswered;
  private boolean saidLast;
  private boolean dropsRequests;
  private boolean finished;

  private ClosingHandler(int unanswered) {
    this.unanswered = unanswered;
  }

  /**
   * Puts a handler into a pipeline.
   *
   * @param begun requests that the application has begun and not answered
   * @return null when the connection does not speak HTTP/1, or not yet
   */
  static @Nullable ClosingHandler insert(ChannelPipeline pipeline, int begun) {
    ChannelHandlerContext encoder = pipeline.context(HttpResponseEncoder.class);
    if (encoder == null) {
      return null;
    }
    ClosingHandler handler = new ClosingHandler(begun + QueuedRequests.in(pipeline));
    pipeline.addAfter(encoder.name(), NAME, handler);
    return handler;
  }

  /** Whether the last response is written. */
  boolean isFinished() {
    return finished;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest) {
      if (saidLast) {
        dropsRequests = true;
      } else {
        unanswered++;
      }
    }
    if (dropsRequests) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse response) {
      if (response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
        // No longer HTTP/1 from here on.
        ctx.pipeline().remove(this);
        ctx.write(message, promise);
        return;
      }
      if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
        ctx.write(message, promise);
        return;
      }
      if (unanswered <= 1) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        saidLast = true;
      }
    }
    if (message instanceof LastHttpContent) {
      unanswered--;
      if (saidLast) {
        // As a task of its own: this one is inside the write, whose bookkeeping is not done yet.
        ctx.write(message, promise.unvoid())
            .addListener(written -> ctx.executor().execute(() -> finish(ctx)));
        return;
      }
    }
    ctx.write(message, promise);
  }

  private void finish(ChannelHandlerContext ctx) {
    finished = true;
    if (!(ctx.channel() instanceof SocketChannel socket)
        || ctx.pipeline().get(SslHandler.class) != null) {
      // TLS says good-bye in its own way.
      ctx.close();
      return;
    }
    // Netty closes the channel when it reads the client's end.
    socket.shutdownOutput();
    ctx.executor()
        .schedule(
            () -> {
              ctx.close();
            },
            LINGER_MILLIS,
            TimeUnit.MILLISECONDS);
  }
}
