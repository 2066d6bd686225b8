package org.jvmcluster.workload.work;

import java.security.SecureRandom;

/** Bytes nobody can guess. */
public final class RandomBytes {
  private static final int CHUNK_BYTES = 64 * 1024;

  private RandomBytes() {}

  /**
   * Makes that many and keeps none but the last.
   *
   * @return the last few in hexadecimal digits; empty for 0 bytes
   */
  public static String make(int bytes) {
    SecureRandom random = new SecureRandom();
    byte[] chunk = new byte[0];
    for (int left = bytes; left > 0; left -= CHUNK_BYTES) {
      chunk = new byte[Math.min(left, CHUNK_BYTES)];
      random.nextBytes(chunk);
    }
    StringBuilder digits = new StringBuilder();
    for (int i = Math.max(0, chunk.length - 8); i < chunk.length; i++) {
      digits.append(String.format("%02x", chunk[i]));
    }
    return digits.toString();
  }
}
