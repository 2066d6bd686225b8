package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.AttributeKey;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives an accepted connection to the event loop that the gate chose: what Netty's own acceptor
 * does, without its turn-taking and without a hop over the acceptor's loop. The handler and the
 * options are those with which Vert.x made its server.
 *
 * <p>For one accept thread.
 */
final class Handover {
  private final ServerBootstrap server;
  private final ConnectionBook book;

  Handover(ServerBootstrap server, ConnectionBook book) {
    this.server = requireNonNull(server, "server");
    this.book = requireNonNull(book, "book");
  }

  /** The loops that serve the port. */
  EventLoopGroup loops() {
    return server.config().childGroup();
  }

  /** Whether the server speaks TLS on the port. */
  boolean speaksTls() {
    return Boolean.TRUE.equals(server.config().options().get(FrontChannel.SPEAKS_TLS));
  }

  /**
   * Makes an accepted socket a channel.
   *
   * @param descriptor owned by the channel from now on
   * @return null when the client has gone while it waited; it is closed then
   */
  @Nullable EpollSocketChannel open(int descriptor) {
    EpollSocketChannel child;
    try {
      child = new EpollSocketChannel(descriptor);
    } catch (ChannelException goneMeanwhile) {
      close(descriptor);
      return null;
    }
    if (!child.isActive()) {
      // Reset while it waited in the queue. Netty would register it and never look at it again.
      child.unsafe().closeForcibly();
      return null;
    }
    return child;
  }

  /**
   * Gives a connection away. It is counted from here on, before the loop has heard of it.
   *
   * @param child of {@link #open}, not given away yet
   */
  void give(EpollSocketChannel child, LoopRoom room) {
    give(child, room, Unpooled.EMPTY_BUFFER);
  }

  /**
   * As the other, of a connection from which something was read already.
   *
   * @param read comes first when the loop has taken the connection; owned by it from now on
   */
  void give(EpollSocketChannel child, LoopRoom room, ByteBuf read) {
    FrontConnection connection = FrontConnection.open(child, room, book, read);
    child.pipeline().addLast(server.config().childHandler());
    configure(child);
    room.loop()
        .register(child)
        .addListener(
            registered -> {
              if (!registered.isSuccess()) {
                connection.refused();
              }
            });
  }

  private void configure(Channel child) {
    for (Map.Entry<ChannelOption<?>, Object> option : server.config().childOptions().entrySet()) {
      set(child, option.getKey(), option.getValue());
    }
    for (Map.Entry<AttributeKey<?>, Object> attribute : server.config().childAttrs().entrySet()) {
      set(child, attribute.getKey(), attribute.getValue());
    }
  }

  @SuppressWarnings("unchecked") // The bootstrap paired option and value when it was given them.
  private static <T> void set(Channel child, ChannelOption<T> option, Object value) {
    try {
      child.config().setOption(option, (T) value);
    } catch (ChannelException goneMeanwhile) {
      // The loop finds that out by reading and closes it in order.
    }
  }

  @SuppressWarnings("unchecked") // As above.
  private static <T> void set(Channel child, AttributeKey<T> key, Object value) {
    child.attr(key).set((T) value);
  }

  private static void close(int descriptor) {
    try {
      new FileDescriptor(descriptor).close();
    } catch (IOException e) {
      StandardError.say("closing an accepted connection reported: " + e.getMessage());
    }
  }
}
