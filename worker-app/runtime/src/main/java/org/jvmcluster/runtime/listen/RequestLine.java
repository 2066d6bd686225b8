package org.jvmcluster.runtime.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What a client asks for, read from a connection that no event loop has yet. Of the thread that
 * runs the accept loop.
 */
final class RequestLine {
  /** A request line with a path that anybody would name as a probe. */
  private static final int MOST_BYTES = 1024;

  private static final char BLANK = ' ';

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(MOST_BYTES);

  /**
   * Reads what has come so far, without waiting.
   *
   * @return a copy that the caller owns; empty when nothing has come or the client is gone
   */
  ByteBuf read(UnixChannel connection) {
    try {
      int read = connection.fd().read(bytes, 0, MOST_BYTES);
      return read <= 0
          ? Unpooled.EMPTY_BUFFER
          : Unpooled.copiedBuffer(bytes.duplicate().limit(read).position(0));
    } catch (IOException goneMeanwhile) {
      return Unpooled.EMPTY_BUFFER;
    }
  }

  /** The second word of an HTTP/1 request; empty where there is none. */
  static String uri(ByteBuf request) {
    String text = request.toString(US_ASCII);
    int begin = text.indexOf(BLANK) + 1;
    int end = text.indexOf(BLANK, begin);
    return begin < 1 || end < 0 ? "" : text.substring(begin, end);
  }
}
