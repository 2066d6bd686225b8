package org.jvmcluster.workload.work;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A regular file to read from. It has no name any more when the first read begins, so that a
 * process that is killed leaves nothing behind.
 *
 * <p>Blocking reads on purpose: the kernel says of every regular file that it is ready, so no event
 * loop can wait for a disk.
 */
public final class ServedFile implements AutoCloseable {
  /** The size of the file, and the most that one read can be. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final int CHUNK_BYTES = 64 * 1024;

  private final FileChannel channel;

  private ServedFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Makes the file.
   *
   * @param directory where there is room for {@link #MAX_BYTES}
   */
  public static ServedFile create(Path directory) throws IOException {
    Path path = Files.createTempFile(directory, "served", ".bin");
    FileChannel channel = null;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int i = 0; i < chunk.length; i++) {
        chunk[i] = (byte) ('a' + i % 26);
      }
      ByteBuffer buffer = ByteBuffer.wrap(chunk);
      for (long at = 0; at < MAX_BYTES; at += CHUNK_BYTES) {
        buffer.clear();
        while (buffer.hasRemaining()) {
          channel.write(buffer, at + buffer.position());
        }
      }
      return new ServedFile(channel);
    } catch (IOException e) {
      if (channel != null) {
        channel.close();
      }
      throw e;
    } finally {
      Files.delete(path);
    }
  }

  /**
   * Reads from the beginning.
   *
   * @param bytes 0 to {@link #MAX_BYTES}
   * @return how many bytes were read, which is as many
   */
  public long read(int bytes) throws IOException {
    ByteCounter sink = new ByteCounter();
    ByteBuffer buffer = ByteBuffer.allocate(Math.min(bytes, CHUNK_BYTES));
    while (sink.bytes() < bytes) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - sink.bytes()));
      int read = channel.read(buffer, sink.bytes());
      if (read < 0) {
        throw new IOException("the file ends after " + sink.bytes() + " bytes");
      }
      sink.write(buffer.array(), 0, read);
    }
    return sink.bytes();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
