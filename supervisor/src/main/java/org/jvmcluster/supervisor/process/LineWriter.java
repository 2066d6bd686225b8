package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Writes the lines of many sources to one stream, whole and each with its source's prefix, from one
 * thread. Whoever reads the stream may be slow or stop altogether: the sources never wait for it.
 * Of each source up to {@link #MAX_WAITING_BYTES} wait; beyond that whole lines are dropped, and a
 * line says how many as soon as there is room.
 *
 * <p>One writer and not one a worker, because lines of two threads tear each other apart on a pipe.
 * Safe for any thread.
 */
public final class LineWriter implements AutoCloseable {
  /** What waits of one source for a slow reader: 1 MiB, some thousand lines. */
  public static final int MAX_WAITING_BYTES = 1 << 20;

  /** Lines are written together up to this size: one call for many short lines. */
  private static final int BATCH_BYTES = 64 * 1024;

  /**
   * Without a finished batch for so long, the stream counts as blocked. Longer than a busy machine
   * leaves a thread without a core; a worker is held once for it, and only when it has filled its
   * pipe as well.
   */
  private static final Duration STALL = Duration.ofMillis(250);

  private final OutputStream out;
  private final Duration stall;
  private final Thread thread;
  private final Object lock = new Object();

  /** Guarded by {@code lock}. */
  private final Queue<Entry> waiting = new ArrayDeque<>();

  /** When the writer last finished a batch, or last had nothing to do. Guarded by {@code lock}. */
  private long progressNanos = System.nanoTime();

  /** Guarded by {@code lock}. */
  private boolean closed;

  /**
   * @param out written by one thread; flushed after each batch, never closed. An error ends
   *     nothing: the lines are lost, the sources are not held.
   */
  public LineWriter(OutputStream out) {
    this(out, STALL);
  }

  LineWriter(OutputStream out, Duration stall) {
    this.out = requireNonNull(out, "out");
    this.stall = requireNonNull(stall, "stall");
    this.thread = new Thread(this::run, "output-writer");
    thread.setDaemon(true); // A stream nobody reads must not keep the JVM.
    thread.start();
  }

  /** A line, or the end of a source, which has no bytes. */
  private static final class Entry {
    private final Source source;
    private final byte[] bytes;
    private final CompletableFuture<Void> written = new CompletableFuture<>();

    Entry(Source source, byte[] bytes) {
      this.source = source;
      this.bytes = bytes;
    }
  }

  /**
   * Opens a source.
   *
   * @param prefix before each of its lines, such as {@code "0/1 | "}
   */
  public Source open(String prefix) {
    return new Source(prefix);
  }

  /** Where lines come from. Safe for any thread. */
  public final class Source {
    private final String prefix;

    /** Guarded by {@code lock}, like the rest. */
    private int waitingBytes;

    private long dropped;

    private Source(String prefix) {
      this.prefix = requireNonNull(prefix, "prefix");
    }

    /**
     * Hands a line over; drops it when too much waits already. Never blocks.
     *
     * @param line without its line end
     */
    public void accept(String line) {
      byte[] bytes = bytes(line);
      synchronized (lock) {
        takeOrDrop(bytes);
      }
    }

    /**
     * As {@link #accept}, but first waits for room as long as the writer gets on. A burst of a
     * source that is merely faster than the writer thread loses nothing so; when the stream is
     * blocked, the source is held once, for {@link #STALL}, and then not until lines flow again.
     */
    void acceptPatiently(String line) throws InterruptedException {
      byte[] bytes = bytes(line);
      synchronized (lock) {
        long left = stall.toNanos() - (System.nanoTime() - progressNanos);
        while (!hasRoom(bytes) && !closed && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
          left = stall.toNanos() - (System.nanoTime() - progressNanos);
        }
        takeOrDrop(bytes);
      }
    }

    /**
     * Says that no line follows.
     *
     * @return complete when all lines of this source have been written, or the writer was closed
     */
    public CompletionStage<Void> finish() {
      Entry end = new Entry(this, new byte[0]);
      synchronized (lock) {
        if (closed) {
          end.written.complete(null);
        } else {
          tellDropped();
          waiting.add(end);
          lock.notifyAll();
        }
      }
      return end.written;
    }

    private byte[] bytes(String line) {
      return (prefix + line + "\n").getBytes(UTF_8);
    }

    private boolean hasRoom(byte[] bytes) {
      return waitingBytes + bytes.length <= MAX_WAITING_BYTES;
    }

    private void takeOrDrop(byte[] bytes) {
      if (hasRoom(bytes)) {
        tellDropped();
        add(bytes);
      } else {
        dropped++;
      }
    }

    private void tellDropped() {
      if (dropped > 0) {
        String lines = dropped == 1 ? "1 line" : dropped + " lines";
        dropped = 0;
        add(bytes("[" + lines + " dropped: nobody read fast enough]"));
      }
    }

    private void add(byte[] bytes) {
      if (!closed) {
        waitingBytes += bytes.length;
        waiting.add(new Entry(this, bytes));
        lock.notifyAll();
      }
    }
  }

  private void run() {
    ByteArrayOutputStream batch = new ByteArrayOutputStream(BATCH_BYTES);
    try {
      while (true) {
        Queue<Entry> taken = take();
        if (taken.isEmpty()) {
          return;
        }
        batch.reset();
        taken.forEach(entry -> batch.writeBytes(entry.bytes));
        write(batch);
        settle(taken);
      }
    } catch (InterruptedException closing) {
      // Only close() interrupts, when the stream has been blocked for too long.
      Thread.currentThread().interrupt();
    }
  }

  /** The next lines, at most a batch; empty when the writer is closed and nothing waits. */
  private Queue<Entry> take() throws InterruptedException {
    Queue<Entry> taken = new ArrayDeque<>();
    synchronized (lock) {
      while (waiting.isEmpty() && !closed) {
        lock.wait();
        progressNanos = System.nanoTime();
      }
      int bytes = 0;
      for (Entry next = waiting.peek(); next != null; next = waiting.peek()) {
        bytes += next.bytes.length;
        if (!taken.isEmpty() && bytes > BATCH_BYTES) {
          break;
        }
        taken.add(waiting.remove());
      }
    }
    return taken;
  }

  private void write(ByteArrayOutputStream batch) {
    try {
      batch.writeTo(out);
      out.flush();
    } catch (IOException nobodyReadsAnyMore) {
      // There is no place left to say so; the workers go on.
    }
  }

  private void settle(Queue<Entry> taken) {
    synchronized (lock) {
      taken.forEach(entry -> entry.source.waitingBytes -= entry.bytes.length);
      progressNanos = System.nanoTime();
      lock.notifyAll();
    }
    taken.forEach(entry -> entry.written.complete(null));
  }

  /**
   * Takes no more lines, writes what waits, at most for {@code limit}, and ends.
   *
   * @return whether all of it was written
   */
  public boolean close(Duration limit) {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    try {
      thread.join(Math.max(1, limit.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean all = !thread.isAlive();
    thread.interrupt();
    return all;
  }

  /** As {@link #close(Duration)} with a second: a reader that lives needs far less. */
  @Override
  public void close() {
    boolean unused = close(Duration.ofSeconds(1));
  }
}
