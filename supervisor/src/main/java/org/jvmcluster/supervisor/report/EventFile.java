package org.jvmcluster.supervisor.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.thread.ChoreThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events as JSON lines in {@code events.jsonl} of the state directory. At {@code maxBytes} the file
 * becomes {@code events.jsonl.1}, in place of an older one, and a new one begins: never more than
 * twice that much on disk.
 *
 * <p>Written by one thread of its own, so that a slow or hanging disk holds up nobody. Its queue is
 * bounded; when it is full, lines are dropped and a warning says how many. A directory that cannot
 * be written to costs one warning, and the file is then left alone until {@link #reopen}.
 */
public final class EventFile implements AutoCloseable {
  /**
   * Some 25,000 events of 200 bytes; with the older file 10 MiB of the 50 the directory may hold.
   */
  public static final long MAX_BYTES = 5L << 20;

  /** More events than a restart of 100 workers makes, at 200 bytes each. */
  private static final int QUEUED = 1024;

  /** What waits is a few KB: a disk that takes longer will not take it at all. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(EventFile.class);

  private final Path path;
  private final long maxBytes;
  private final AtomicLong dropped = new AtomicLong();
  private final ThreadPoolExecutor writer;

  /** Belongs to the writer's thread. */
  private @Nullable FileChannel channel;

  /** Set by the writer's thread only. */
  private volatile boolean hasFailed;

  /**
   * A file in {@code directory}, made when the first event comes; bounded by {@link #MAX_BYTES}.
   */
  public EventFile(Path directory) {
    this(directory, MAX_BYTES);
  }

  EventFile(Path directory, long maxBytes) {
    this.path = requireNonNull(directory, "directory").resolve("events.jsonl");
    this.maxBytes = maxBytes;
    this.writer = ChoreThread.queue("event-file", QUEUED);
  }

  /** Writes a line some time soon; never blocks, drops it when too much is waiting. */
  void append(String line) {
    try {
      writer.execute(() -> write(line));
    } catch (RejectedExecutionException e) {
      dropped.incrementAndGet();
    }
  }

  /** Ends the file as it is and opens it by its name again, also after a failure. */
  void reopen() {
    try {
      writer.execute(
          () -> {
            closeChannel();
            hasFailed = false;
          });
    } catch (RejectedExecutionException e) {
      LOG.warn("{} is not reopened: more than {} lines wait for the disk", path, QUEUED);
    }
  }

  /** Whether events go nowhere but to memory just now. */
  boolean hasFailed() {
    return hasFailed;
  }

  private void write(String line) {
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LOG.warn("{}: {} events are not in the file, the disk was too slow", path, lost);
    }
    if (hasFailed) {
      return;
    }
    try {
      ByteBuffer bytes = UTF_8.encode(line + "\n");
      FileChannel open = rotatedFor(bytes.remaining());
      while (bytes.hasRemaining()) {
        open.write(bytes);
      }
    } catch (IOException e) {
      hasFailed = true;
      closeChannel();
      LOG.warn(
          "events are kept in memory only: {} cannot be written ({}); make its directory writable"
              + " and send the supervisor USR1",
          path,
          e.toString());
    }
  }

  private FileChannel rotatedFor(int bytes) throws IOException {
    FileChannel open = channel == null ? open() : channel;
    if (open.size() > 0 && open.size() + bytes > maxBytes) {
      closeChannel();
      Files.move(
          path,
          path.resolveSibling(path.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      open = open();
    }
    return open;
  }

  private FileChannel open() throws IOException {
    FileChannel opened =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    channel = opened;
    return opened;
  }

  private void closeChannel() {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("closing {}: {}", path, e.toString());
    }
    channel = null;
  }

  /** Writes out what is waiting, for at most two seconds, and closes the file. */
  @Override
  public void close() {
    if (!writer.isShutdown()) {
      try {
        writer.execute(this::closeChannel);
      } catch (RejectedExecutionException e) {
        LOG.warn("{}: the last events may be missing, the disk is too slow", path);
      }
      writer.shutdown();
    }
    try {
      if (!writer.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("{}: not written out within {}", path, CLOSE_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
