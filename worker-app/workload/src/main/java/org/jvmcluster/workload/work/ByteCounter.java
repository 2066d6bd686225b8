package org.jvmcluster.workload.work;

import java.io.OutputStream;

/**
 * Takes the bytes that a work makes and keeps their number and a checksum: the work is whole, and
 * many at once do not fill the heap with results that nobody reads.
 */
final class ByteCounter extends OutputStream {
  private long bytes;
  private int checksum;

  @Override
  public void write(int value) {
    bytes++;
    checksum = 31 * checksum + value;
  }

  @Override
  public void write(byte[] buffer, int offset, int length) {
    bytes += length;
    if (length > 0) {
      checksum = 31 * checksum + buffer[offset] + buffer[offset + length - 1];
    }
  }

  long bytes() {
    return bytes;
  }

  /** Depends on the bytes, so that no compiler can leave their making out. */
  int checksum() {
    return checksum;
  }
}
