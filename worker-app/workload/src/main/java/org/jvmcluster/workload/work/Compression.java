package org.jvmcluster.workload.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compressing with gzip. */
public final class Compression {
  private static final int CHUNK_BYTES = 64 * 1024;

  private Compression() {}

  /**
   * Compresses that many bytes of made-up text, which shrinks as server logs do.
   *
   * @return how many bytes are left
   */
  public static long gzip(int bytes) {
    byte[] chunk = text();
    ByteCounter sink = new ByteCounter();
    try (GZIPOutputStream gzip = new GZIPOutputStream(sink)) {
      for (int left = bytes; left > 0; left -= CHUNK_BYTES) {
        gzip.write(chunk, 0, Math.min(left, CHUNK_BYTES));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a sink in memory does not fail", e);
    }
    return sink.bytes();
  }

  /** Words of a small alphabet in a fixed, aperiodic order. */
  private static byte[] text() {
    byte[] text = new byte[CHUNK_BYTES];
    long state = 0x9E3779B97F4A7C15L;
    for (int i = 0; i < text.length; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      text[i] = (byte) (state % 6 == 0 ? ' ' : 'a' + Math.floorMod(state, 12));
    }
    return text;
  }
}
