package org.jvmcluster.supervisor.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.FrameDecoder;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ProtocolException;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to {@link WorkerChannels}: nobody until it has said hello, then one worker until
 * it is closed. Runs on the channel's event loop, except {@link #send}.
 */
final class WorkerChannel extends ChannelInboundHandlerAdapter {
  /**
   * What a worker may leave unread before it is cut off. A life's messages are a few KB; a worker
   * this far behind does nothing it is told.
   */
  static final int MAX_UNSENT_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerChannel.class);

  private final WorkerListener listener;
  private final Set<WorkerChannel> open;
  private final Map<LaunchId, WorkerChannel> joined;
  private final Duration helloLimit;
  private final FrameDecoder frames = new FrameDecoder();
  private final AtomicLong unsentBytes = new AtomicLong();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private @Nullable ScheduledFuture<?> helloDeadline;
  private WorkerMessage.@Nullable Hello hello;

  /** Set when the handler is added, before anybody can find this channel; never changes after. */
  private volatile @Nullable ChannelHandlerContext context;

  WorkerChannel(
      WorkerListener listener,
      Set<WorkerChannel> open,
      Map<LaunchId, WorkerChannel> joined,
      Duration helloLimit) {
    this.listener = listener;
    this.open = open;
    this.joined = joined;
    this.helloLimit = helloLimit;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    open.add(this);
    helloDeadline =
        ctx.executor()
            .schedule(
                () -> fail(ctx, "has not said hello within " + helloLimit.toMillis() + " ms"),
                helloLimit.toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      for (byte[] body : frames.decode(((ByteBuf) message).nioBuffer())) {
        if (!ctx.channel().isActive()) {
          return;
        }
        receive(ctx, MessageCodec.decodeWorkerMessage(body));
      }
    } catch (ProtocolException e) {
      fail(ctx, "sent what is no message: " + e.getMessage());
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void receive(ChannelHandlerContext ctx, Optional<WorkerMessage> message)
      throws ProtocolException {
    WorkerMessage.Hello worker = hello;
    if (worker == null) {
      if (message.orElse(null) instanceof WorkerMessage.Hello first) {
        greet(ctx, first);
      } else {
        fail(ctx, "did not say hello first");
      }
    } else if (message.isPresent()) {
      if (message.get() instanceof WorkerMessage.Hello) {
        fail(ctx, "said hello twice");
      } else {
        listener.onMessage(worker.launch(), message.get());
      }
    }
  }

  private void greet(ChannelHandlerContext ctx, WorkerMessage.Hello first)
      throws ProtocolException {
    awaitHelloNoMore();
    if (first.protocol() != Protocol.VERSION) {
      refuse(
          ctx,
          first,
          "it speaks version "
              + first.protocol()
              + " of the protocol, this supervisor speaks "
              + Protocol.VERSION
              + "; start it from the files of this supervisor");
      return;
    }
    // Before the listener hears of it: from then on it may send, and what it sends waits in the
    // event loop's queue until the answer below is written.
    if (joined.putIfAbsent(first.launch(), this) != null) {
      refuse(ctx, first, "launch " + first.launch() + " has joined already");
      return;
    }
    SupervisorMessage answer;
    try {
      answer = listener.onHello(first);
    } catch (RuntimeException e) {
      joined.remove(first.launch(), this);
      throw e;
    }
    if (answer instanceof SupervisorMessage.Welcome) {
      hello = first;
      write(ctx, Frames.frame(MessageCodec.encode(answer)));
    } else {
      joined.remove(first.launch(), this);
      refuse(
          ctx,
          first,
          answer instanceof SupervisorMessage.Refused refused
              ? refused.reason()
              : "the supervisor has no answer to its hello");
    }
  }

  private static void refuse(ChannelHandlerContext ctx, WorkerMessage.Hello first, String reason)
      throws ProtocolException {
    LOG.warn(
        "slot {} generation {} pid {}: refused on the control channel: {}",
        first.identity().slot(),
        first.identity().generation(),
        first.identity().pid(),
        reason);
    ByteBuffer frame = Frames.frame(MessageCodec.encode(new SupervisorMessage.Refused(reason)));
    ctx.writeAndFlush(Unpooled.wrappedBuffer(frame)).addListener(ChannelFutureListener.CLOSE);
  }

  /** Any thread. False when the channel is closed, also by this. */
  boolean send(byte[] body) throws ProtocolException {
    ChannelHandlerContext ctx = context;
    ByteBuffer frame = Frames.frame(body);
    if (ctx == null || !ctx.channel().isActive()) {
      return false;
    }
    long unsent = unsentBytes.addAndGet(frame.remaining());
    if (unsent > MAX_UNSENT_BYTES) {
      ctx.executor().execute(() -> fail(ctx, "does not read: " + unsent + " bytes wait for it"));
      return false;
    }
    // Always through the queue, also on the event loop itself: after the answer to the hello.
    ctx.executor().execute(() -> writeCounted(ctx, frame));
    return true;
  }

  private void write(ChannelHandlerContext ctx, ByteBuffer frame) {
    unsentBytes.addAndGet(frame.remaining());
    writeCounted(ctx, frame);
  }

  private void writeCounted(ChannelHandlerContext ctx, ByteBuffer frame) {
    int bytes = frame.remaining();
    ctx.writeAndFlush(Unpooled.wrappedBuffer(frame))
        .addListener(written -> unsentBytes.addAndGet(-bytes));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    awaitHelloNoMore();
    WorkerMessage.Hello worker = hello;
    try {
      if (worker != null) {
        joined.remove(worker.launch(), this);
        listener.onLost(worker.launch());
      }
    } finally {
      open.remove(this);
      ended.complete(null);
    }
  }

  /** Any thread. The result completes when the listener has heard of the loss. */
  CompletableFuture<Void> close() {
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      close(ctx);
    }
    return ended;
  }

  private void awaitHelloNoMore() {
    if (helloDeadline != null) {
      helloDeadline.cancel(false);
      helloDeadline = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      fail(ctx, "is gone: " + cause.getMessage());
    } else {
      LOG.error("handling a message of {} failed", who(), cause);
      close(ctx);
    }
  }

  private void fail(ChannelHandlerContext ctx, String what) {
    if (ctx.channel().isActive()) {
      LOG.warn("{}: closed the control channel, the client {}", who(), what);
      close(ctx);
    }
  }

  private void close(ChannelHandlerContext ctx) {
    ctx.close().addListener(closed -> LOG.debug("{}: control channel closed", who()));
  }

  private String who() {
    WorkerMessage.Hello worker = hello;
    return worker == null
        ? "a client that is no worker yet"
        : "slot "
            + worker.identity().slot()
            + " generation "
            + worker.identity().generation()
            + " pid "
            + worker.identity().pid();
  }
}
