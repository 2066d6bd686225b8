package org.jvmcluster.runtime.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits one stream into bodies, wherever its pieces were cut. Not safe for several threads: one
 * stream, one decoder, one reader. After an error the place in the stream is lost; close the
 * channel.
 */
public final class FrameDecoder {
  private final ByteBuffer header = ByteBuffer.allocate(Frames.HEADER_BYTES);

  /** The body being read; null while its header is not complete. */
  private @Nullable ByteBuffer body;

  /**
   * Takes what was read and returns the bodies it completes, in order.
   *
   * @param in read from its position to its limit, always wholly
   * @throws ProtocolException when a header announces an impossible length
   */
  public List<byte[]> decode(ByteBuffer in) throws ProtocolException {
    List<byte[]> complete = new ArrayList<>();
    while (in.hasRemaining()) {
      if (body == null) {
        move(in, header);
        if (!header.hasRemaining()) {
          int length = header.getInt(0);
          Frames.requireSendable(length);
          body = ByteBuffer.allocate(length);
          header.clear();
        }
      } else {
        move(in, body);
        if (!body.hasRemaining()) {
          complete.add(body.array());
          body = null;
        }
      }
    }
    return complete;
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    int count = Math.min(from.remaining(), to.remaining());
    to.put(to.position(), from, from.position(), count);
    to.position(to.position() + count);
    from.position(from.position() + count);
  }
}
