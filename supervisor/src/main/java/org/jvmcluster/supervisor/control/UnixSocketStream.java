package org.jvmcluster.supervisor.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * A connection to a unix socket as a stream to read, where no wait is longer than a limit: the JDK
 * has no time-out for such sockets. One thread.
 */
final class UnixSocketStream extends InputStream {
  private final SocketChannel channel;
  private final Selector selector;
  private final Duration silenceLimit;

  private UnixSocketStream(SocketChannel channel, Selector selector, Duration silenceLimit) {
    this.channel = channel;
    this.selector = selector;
    this.silenceLimit = silenceLimit;
  }

  /**
   * Connects and sends {@code request}.
   *
   * @param silenceLimit how long the other side may say nothing
   * @throws IOException when nobody listens there, or does not take the request
   */
  static UnixSocketStream open(Path socket, byte[] request, Duration silenceLimit)
      throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      // A request is a hundred bytes and fits the socket's buffer, so this does not block.
      ByteBuffer bytes = ByteBuffer.wrap(request);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new UnixSocketStream(channel, selector, silenceLimit);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    ByteBuffer buffer = ByteBuffer.wrap(into, offset, length);
    Deadline deadline = Deadline.after(silenceLimit, NanoClock.SYSTEM);
    while (true) {
      int count = channel.read(buffer);
      if (count != 0) {
        return count;
      }
      if (deadline.hasPassed()) {
        throw new SocketTimeoutException("no answer within " + silenceLimit.toMillis() + " ms");
      }
      // At least 1 ms: 0 would mean for ever.
      selector.select(Math.max(1, deadline.remaining().toMillis()));
      selector.selectedKeys().clear();
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for an answer");
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      selector.close();
    }
  }
}
