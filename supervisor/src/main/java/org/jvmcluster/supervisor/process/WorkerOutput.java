package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Reads what one worker writes and passes it on line by line. A thread a worker, which does nothing
 * but read: a pipe holds 64 KiB, and a worker that finds it full stops in the middle of a request.
 * The JDK offers no other way to wait for a child's output than a blocked thread.
 */
final class WorkerOutput {
  /** Enough to see the exception that ended a worker. */
  private static final int KEPT_LINES = 20;

  /** Of each; a line of a stack trace is shorter. */
  private static final int KEPT_CHARS = 1000;

  private static final int READ_BYTES = 16 * 1024;

  private final InputStream in;
  private final LineWriter.Source out;
  private final CompletableFuture<Void> finished = new CompletableFuture<>();

  /** Guarded by itself: written by the reader, read by whoever explains an exit. */
  private final Deque<String> last = new ArrayDeque<>();

  private WorkerOutput(InputStream in, LineWriter.Source out) {
    this.in = requireNonNull(in, "in");
    this.out = requireNonNull(out, "out");
  }

  /**
   * Starts to read.
   *
   * @param name of the reading thread
   */
  static WorkerOutput pump(InputStream in, LineWriter.Source out, String name) {
    WorkerOutput output = new WorkerOutput(in, out);
    // A grandchild may keep the pipe open for ever.
    ChoreThread.start(name, output::run);
    return output;
  }

  /** Complete when the pipe has ended and all its lines have been written. */
  CompletionStage<Void> finished() {
    return finished;
  }

  List<String> lastLines() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }

  private void run() {
    LineSplitter splitter = new LineSplitter(this::line);
    byte[] buffer = new byte[READ_BYTES];
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        splitter.feed(buffer, n);
      }
    } catch (IOException closed) {
      // The JDK closes the pipe when the process is gone; what came before counts.
    } finally {
      splitter.end();
      CompletionStage<Void> unused = out.finish().thenRun(() -> finished.complete(null));
    }
  }

  private void line(String line) {
    synchronized (last) {
      if (last.size() == KEPT_LINES) {
        last.removeFirst();
      }
      last.addLast(line.length() <= KEPT_CHARS ? line : line.substring(0, KEPT_CHARS) + "...");
    }
    try {
      out.acceptPatiently(line);
    } catch (InterruptedException e) {
      // Nobody interrupts this thread; if somebody does, the line goes the impatient way.
      Thread.currentThread().interrupt();
      out.accept(line);
    }
  }
}
