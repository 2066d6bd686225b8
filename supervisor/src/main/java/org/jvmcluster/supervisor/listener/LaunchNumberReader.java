package org.jvmcluster.supervisor.listener;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.PeerCredentials;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * The greeting of a worker: who it is by the kernel, which launch by its own word. Closes a
 * connection of another user, one that says nothing in time, and one that says anything else.
 */
final class LaunchNumberReader extends ChannelInboundHandlerAdapter {
  /** The number follows the connect at once; a stopped worker is not worth a descriptor longer. */
  private static final Duration GREETING_LIMIT = Duration.ofSeconds(10);

  private final int ownUid;
  private final DescriptorConnections connections;
  private long number;
  private int received;
  private long pid;

  LaunchNumberReader(int ownUid, DescriptorConnections connections) {
    this.ownUid = ownUid;
    this.connections = connections;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws IOException {
    int uid = credentials(context).uid();
    if (uid != ownUid && uid != 0) {
      close(context);
      return;
    }
    Future<?> unused =
        context
            .executor()
            .schedule(
                () -> {
                  if (received < Long.BYTES) {
                    close(context);
                  }
                },
                GREETING_LIMIT.toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
    try {
      ByteBuf bytes = (ByteBuf) message;
      while (bytes.isReadable() && received < Long.BYTES) {
        number = number << Byte.SIZE | bytes.readUnsignedByte();
        received++;
      }
      if (bytes.isReadable() || (received == Long.BYTES && number < 1)) {
        close(context);
      } else if (received == Long.BYTES) {
        EpollDomainSocketChannel channel = (EpollDomainSocketChannel) context.channel();
        pid = credentials(context).pid();
        connections.join(new LaunchId(number), pid, channel);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (pid != 0) {
      connections.leave(new LaunchId(number), pid, (EpollDomainSocketChannel) context.channel());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A worker that dies resets the connection; its exit tells more than this would.
    close(context);
  }

  private static void close(ChannelHandlerContext context) {
    Future<?> unused = context.close();
  }

  private static PeerCredentials credentials(ChannelHandlerContext context) throws IOException {
    return ((EpollDomainSocketChannel) context.channel()).peerCredentials();
  }
}
