package org.jvmcluster.runtime.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers connections for which no loop has room: with a fixed 503, from a thread of its own, since
 * all that could answer better are blocked. A connection over TLS is closed without an answer,
 * which only the blocked loops could encrypt.
 *
 * <p>Safe from any thread. The thread is started at the first refusal.
 */
final class Refusals implements AutoCloseable {
  /**
   * Refused connections that are open at once; beyond, connections wait in the kernel. An answer
   * takes a moment, so only clients that do not close their end add up to so many.
   */
  private static final int MOST_OPEN = 1024;

  /** How long a connection may take to send its request, which is what the 503 answers. */
  private static final long SILENT_MILLIS = 10_000;

  /** As in {@link ClosingHandler}: closing at once would reset the answer away. */
  private static final long LINGER_MILLIS = 1_000;

  private static final byte[] ANSWER = answer();

  private final AtomicInteger open = new AtomicInteger();

  /** Guarded by this. */
  private @Nullable EventLoopGroup group;

  /** Guarded by this. */
  private boolean closed;

  private static byte[] answer() {
    String body = "503 every worker is busy\n";
    return ("HTTP/1.1 503 Service Unavailable\r\n"
            + "Retry-After: "
            + RefusingHandler.RETRY_AFTER_SECONDS
            + "\r\n"
            + "Content-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: "
            + body.length()
            + "\r\nConnection: close\r\n\r\n"
            + body)
        .getBytes(US_ASCII);
  }

  /** Whether another connection may be refused now. */
  boolean hasRoom() {
    return open.get() < MOST_OPEN;
  }

  /**
   * Closes a connection that only a loop could answer.
   *
   * @param child not registered with a loop yet; owned from now on
   */
  void drop(EpollSocketChannel child) {
    child.unsafe().closeForcibly();
  }

  /**
   * Answers and closes a connection.
   *
   * @param child not registered with a loop yet; owned from now on
   * @param hasAsked whether its request has come and was read; else the answer waits for it
   */
  void refuse(EpollSocketChannel child, boolean hasAsked) {
    EventLoopGroup loops = group();
    if (loops == null) {
      drop(child);
      return;
    }
    open.incrementAndGet();
    child.closeFuture().addListener(gone -> open.decrementAndGet());
    child.pipeline().addLast(new Answer(hasAsked));
    loops
        .register(child)
        .addListener(
            registered -> {
              if (!registered.isSuccess()) {
                child.unsafe().closeForcibly();
              }
            });
  }

  private synchronized @Nullable EventLoopGroup group() {
    if (group == null && !closed) {
      group =
          new MultiThreadIoEventLoopGroup(
              1, new DefaultThreadFactory("worker-refusals", true), EpollIoHandler.newFactory());
    }
    return group;
  }

  /** Ends the thread; what has not been answered yet is closed. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for a daemon thread.
  public synchronized void close() {
    closed = true;
    if (group != null) {
      group.shutdownGracefully(0, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Waits for the request, answers, and closes when the client has. */
  @SuppressWarnings("FutureReturnValueIgnored") // Of a write or close Netty tells the pipeline.
  private static final class Answer extends ChannelInboundHandlerAdapter {
    private final boolean hasAsked;
    private boolean answered;

    Answer(boolean hasAsked) {
      this.hasAsked = hasAsked;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      closeAfter(ctx, SILENT_MILLIS);
      ctx.fireChannelActive();
      if (hasAsked) {
        answer(ctx);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      ReferenceCountUtil.release(bytes);
      answer(ctx);
    }

    private void answer(ChannelHandlerContext ctx) {
      if (answered) {
        return;
      }
      answered = true;
      ctx.writeAndFlush(Unpooled.wrappedBuffer(ANSWER))
          .addListener(
              written -> {
                ((EpollSocketChannel) ctx.channel()).shutdownOutput();
                closeAfter(ctx, LINGER_MILLIS);
              });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The client has gone: what it wanted to hear no longer matters.
      ctx.close();
    }

    private static void closeAfter(ChannelHandlerContext ctx, long millis) {
      ctx.executor().schedule(() -> ctx.close(), millis, TimeUnit.MILLISECONDS);
    }
  }
}
