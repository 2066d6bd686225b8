package org.jvmcluster.supervisor.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * One connection: turns what arrives on it into one outcome for each request. Lives on its
 * channel's event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final String WORKER_HEADER = "X-Worker";
  private static final long UNKNOWN_LENGTH = -1;

  private final Listener listener;
  private @Nullable ChannelHandlerContext context;

  private boolean awaitsAnswer;
  private boolean usable = true;
  private @Nullable HttpResponse head;
  private long declaredLength;
  private long receivedLength;

  ClientConnection(Listener listener) {
    this.listener = listener;
  }

  /** Hears one outcome for each request sent. */
  interface Listener {
    /**
     * A whole answer came.
     *
     * @param worker the value of {@code X-Worker}, or null
     * @param retryAfter the value of {@code Retry-After}, or null
     */
    void answered(
        ClientConnection by, int status, @Nullable String worker, @Nullable String retryAfter);

    /** The connection failed, or ended before a whole answer. */
    void failed(ClientConnection by, FailureKind kind, String text);
  }

  /** Whether a further request may be sent. */
  boolean isUsable() {
    return usable && context != null && context.channel().isActive();
  }

  /** Sends a whole request; its outcome reaches the listener later. */
  void send(ByteBuf request) {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      throw new IllegalStateException("not connected");
    }
    awaitsAnswer = true;
    ChannelFuture write = ctx.writeAndFlush(request);
    write.addListener(
        written -> {
          if (!written.isSuccess()) {
            fail(FailureKind.of(written.cause()), String.valueOf(written.cause()));
          }
        });
  }

  /** Closes the connection; nothing more is heard of it. */
  void close() {
    usable = false;
    awaitsAnswer = false;
    if (context != null) {
      ChannelFuture unusedClosed = context.close();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (!awaitsAnswer) {
        // More than was asked for: what follows on this connection cannot be told apart.
        close();
        return;
      }
      if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
        undecodable(part.decoderResult().cause());
        return;
      }
      if (message instanceof HttpResponse response) {
        begin(response);
      }
      if (message instanceof HttpContent content) {
        receivedLength += content.content().readableBytes();
      }
      if (message instanceof LastHttpContent) {
        complete();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void undecodable(Throwable cause) {
    if (cause instanceof PrematureChannelClosureException) {
      closedEarly();
    } else {
      fail(FailureKind.OTHER, "no HTTP: " + cause);
    }
  }

  private void begin(HttpResponse response) {
    head = response;
    declaredLength = HttpUtil.getContentLength(response, UNKNOWN_LENGTH);
    receivedLength = 0;
  }

  private void complete() {
    HttpResponse response = head;
    head = null;
    if (response == null || response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
      return;
    }
    if (declaredLength != UNKNOWN_LENGTH && receivedLength != declaredLength) {
      fail(
          FailureKind.SHORT_BODY,
          receivedLength + " bytes of " + declaredLength + " that were declared");
      return;
    }
    awaitsAnswer = false;
    usable = HttpUtil.isKeepAlive(response);
    listener.answered(
        this,
        response.status().code(),
        response.headers().get(WORKER_HEADER),
        response.headers().get(HttpHeaderNames.RETRY_AFTER));
    if (!usable) {
      close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closedEarly();
  }

  private void closedEarly() {
    if (head != null) {
      fail(FailureKind.SHORT_BODY, "closed after " + receivedLength + " bytes of the body");
    } else {
      fail(FailureKind.CLOSED_BEFORE_ANSWER, "closed before an answer");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(FailureKind.of(cause), String.valueOf(cause));
  }

  private void fail(FailureKind kind, String text) {
    usable = false;
    if (awaitsAnswer) {
      awaitsAnswer = false;
      listener.failed(this, kind, text);
    }
    close();
  }
}
