package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.loop.ArrivalAge;

/**
 * An accepted connection of a supervised port, from the moment before it is handed to its event
 * loop until it is closed. It stands first in the channel's pipeline, where it lets every read pass
 * unless the worker is overloaded, and is the channel's attribute, by which the metrics find it.
 *
 * <p>All methods run on the connection's event loop unless they say otherwise.
 */
public final class FrontConnection extends ChannelInboundHandlerAdapter
    implements ChannelFutureListener {
  /**
   * How long a connection without a request counts as fresh. It bounds how fast silent connections
   * are accepted, one per loop in this time; and it must run out on the connection's own loop,
   * since a blocked loop then keeps the gate shut and a free one reads the socket before it runs
   * timers.
   */
  private static final long FRESH_MILLIS = 10;

  private static final AttributeKey<FrontConnection> KEY =
      AttributeKey.valueOf(FrontConnection.class, "connection");

  private final Channel channel;
  private final LoopRoom room;
  private final ConnectionBook book;

  /** What was read before the loop had the connection; empty once it has it. */
  private ByteBuf readBefore;

  private boolean fresh = true;
  private boolean firstRequest = true;
  private long lastEndedNanos;
  private boolean closed;
  private boolean retiring;
  private @Nullable ScheduledFuture<?> freshEnds;
  private @Nullable ClosingHandler closing;

  /** Written by the loop only, read by the drain. */
  private volatile int inFlight;

  private FrontConnection(Channel channel, LoopRoom room, ConnectionBook book, ByteBuf readBefore) {
    this.channel = requireNonNull(channel, "channel");
    this.room = requireNonNull(room, "room");
    this.book = requireNonNull(book, "book");
    this.readBefore = requireNonNull(readBefore, "readBefore");
  }

  /** Counts a channel in, on the accept thread, before it is registered with the room's loop. */
  static FrontConnection open(
      Channel channel, LoopRoom room, ConnectionBook book, ByteBuf readBefore) {
    FrontConnection connection = new FrontConnection(channel, room, book, readBefore);
    channel.attr(KEY).set(connection);
    channel.pipeline().addLast(connection);
    channel.closeFuture().addListener(connection);
    room.connectionGiven();
    book.opened(connection);
    return connection;
  }

  /** The connection of a channel; null when it did not come through a supervised port. */
  public static @Nullable FrontConnection of(Channel channel) {
    return channel.attr(KEY).get();
  }

  Channel channel() {
    return channel;
  }

  LoopRoom room() {
    return room;
  }

  /** Requests begun and not ended; from any thread. */
  int inFlight() {
    return inFlight;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (fresh) {
      freshEnds = ctx.executor().schedule(this::settle, FRESH_MILLIS, TimeUnit.MILLISECONDS);
    }
    ctx.fireChannelActive();
    ByteBuf before = readBefore;
    readBefore = Unpooled.EMPTY_BUFFER;
    if (before.isReadable()) {
      ctx.fireChannelRead(before);
      ctx.fireChannelReadComplete();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) {
    if (book.admission().rule() != null) {
      RefusingHandler.insert(this, book.admission());
    }
    ctx.fireChannelRead(bytes);
  }

  /** Why a request that was just read is refused; null when it is not. */
  @Nullable ShedReason refusal(Admission.Rule rule) {
    boolean isFirstInLine = inFlight == 0 && QueuedRequests.in(channel.pipeline()) == 0;
    if (!isFirstInLine || retiring || book.isDraining()) {
      return null;
    }
    if (book.rooms().inFlight() >= rule.mostInFlight()) {
      return ShedReason.IN_FLIGHT;
    }
    return room.arrivalAge().nanos(channel) >= rule.oldestNanos() ? rule.reason() : null;
  }

  /** A request was refused: the connection has shown what it brings. */
  void requestRefused() {
    firstRequest = false;
    settle();
  }

  private void settle() {
    if (fresh) {
      fresh = false;
      ScheduledFuture<?> timer = freshEnds;
      freshEnds = null;
      if (timer != null) {
        timer.cancel(false);
      }
      room.connectionSettled();
      book.rooms().changed();
    }
  }

  /**
   * A request begins.
   *
   * @param readNanos when it was first read, on the JVM's clock
   * @return how long its bytes had lain in the kernel by then, in nanoseconds; 0 where they cannot
   *     have waited: only the first request of a connection may have lain in an accept queue, and a
   *     later one may have waited for a loop that was late
   */
  long requestBegan(long readNanos) {
    long age = 0;
    if (firstRequest) {
      firstRequest = false;
      age = age(readNanos);
    } else if (room.isLate(readNanos)) {
      age = ageAfterOthers(readNanos);
    }
    if (closed) {
      return age;
    }
    nowInFlight(inFlight + 1);
    room.requestBegan();
    if (fresh) {
      settle();
    } else {
      book.rooms().changed();
    }
    if (!retiring && book.retiresOne()) {
      retire();
    }
    return age;
  }

  /** The kernel tells the age at this moment, which may be a little after the read. */
  private long age(long readNanos) {
    long age = room.arrivalAge().nanos(channel);
    return age == 0 ? 0 : Math.max(0, age - (System.nanoTime() - readNanos));
  }

  /**
   * A client that waits for the response before it asks again cannot have asked before it was
   * there, though the kernel's coarse clock may say so. One that does not wait may: its request,
   * then older than the response by more than that coarseness, is as old as it is.
   */
  private long ageAfterOthers(long readNanos) {
    long age = age(readNanos);
    long sinceResponse = readNanos - lastEndedNanos;
    boolean alone = inFlight == 0;
    return alone && age - sinceResponse <= ArrivalAge.RESOLUTION_NANOS
        ? Math.max(0, Math.min(age, sinceResponse))
        : age;
  }

  /**
   * A request ends, answered or not. After the connection was closed nothing is left to end.
   *
   * @param nowNanos the JVM's clock
   */
  void requestEnded(long nowNanos) {
    lastEndedNanos = nowNanos;
    if (!closed) {
      nowInFlight(inFlight - 1);
      room.requestsEnded(1);
      book.rooms().changed();
    }
  }

  private void nowInFlight(int requests) {
    inFlight = requests;
  }

  /** The request of this connection was answered. */
  void requestAnswered(long serverTimeNanos, long arrivalAgeNanos) {
    room.meter().answered(serverTimeNanos, arrivalAgeNanos);
  }

  /** Lets the response in flight be the last; does nothing where no request is in flight. */
  void retireIfBusy() {
    if (!closed && !retiring && inFlight > 0 && book.retiresOne()) {
      retire();
    }
  }

  private void retire() {
    ClosingHandler handler = ClosingHandler.insert(channel.pipeline(), inFlight);
    if (handler == null) {
      // Not HTTP/1: nothing that a response could carry tells such a client to go.
      book.keepsOne();
      return;
    }
    closing = handler;
    retiring = true;
  }

  /** Whether the last response is written and only the client's end of the connection is open. */
  boolean isFinished() {
    ClosingHandler handler = closing;
    return handler != null && handler.isFinished();
  }

  /** Cuts the connection, whatever it is doing. */
  void cut() {
    channel.unsafe().close(channel.voidPromise());
  }

  /**
   * The loop refused the channel, which therefore never becomes active and never closes by itself.
   * On whatever thread found that out; the loop does not touch the connection.
   */
  void refused() {
    channel.unsafe().closeForcibly();
    end();
  }

  /** The channel's close future. */
  @Override
  public void operationComplete(ChannelFuture future) {
    end();
  }

  private void end() {
    if (closed) {
      return;
    }
    closed = true;
    ReferenceCountUtil.release(readBefore);
    readBefore = Unpooled.EMPTY_BUFFER;
    int unanswered = inFlight;
    inFlight = 0;
    room.requestsEnded(unanswered);
    settle();
    room.connectionClosed();
    book.closed(this, retiring);
    book.rooms().changed();
  }
}
