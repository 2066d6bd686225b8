package org.jvmcluster.runtime.protocol;

import java.nio.ByteBuffer;

/** Puts a body on a stream: its length in 4 bytes, big-endian, then the body. */
public final class Frames {
  /** Bytes before the body. */
  static final int HEADER_BYTES = Integer.BYTES;

  private Frames() {}

  /**
   * A frame, ready to be written.
   *
   * @throws ProtocolException when the body is empty or longer than {@link
   *     Protocol#MAX_FRAME_BYTES}: the other side would close the channel
   */
  public static ByteBuffer frame(byte[] body) throws ProtocolException {
    requireSendable(body.length);
    return ByteBuffer.allocate(HEADER_BYTES + body.length).putInt(body.length).put(body).flip();
  }

  static void requireSendable(int bytes) throws ProtocolException {
    if (bytes < 1 || bytes > Protocol.MAX_FRAME_BYTES) {
      throw new ProtocolException(
          "a frame of "
              + bytes
              + " bytes: a message has 1 to "
              + Protocol.MAX_FRAME_BYTES
              + " bytes, so this is no message or the stream is out of step");
    }
  }
}
