package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * What a program writes, read by a thread of its own so that the program never waits. Keeps its end
 * for the case that it fails. Safe for any thread.
 */
final class ProgramOutput {
  private static final int KEPT_LINES = 30;

  /** A longer one is no message for people. */
  private static final int LONGEST_LINE = 500;

  /** The pipe is closed with the program, unless one that it left behind holds it open. */
  private static final long END_LIMIT_MILLIS = 1_000;

  private final Deque<String> tail = new ArrayDeque<>();
  private final Thread reader;

  /**
   * Begins to read.
   *
   * @param each is given every line, on the reading thread
   */
  ProgramOutput(InputStream source, String name, Consumer<String> each) {
    this.reader = ChoreThread.start("output of " + name, () -> read(source, each));
  }

  private void read(InputStream source, Consumer<String> each) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(source, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        keep(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line);
        each.accept(line);
      }
    } catch (IOException closed) {
      keep("(no further output can be read: " + closed.getMessage() + ")");
    }
  }

  private synchronized void keep(String line) {
    if (tail.size() == KEPT_LINES) {
      tail.removeFirst();
    }
    tail.addLast(line);
  }

  /** The last lines of it. */
  synchronized List<String> tail() {
    return List.copyOf(tail);
  }

  /** Waits for the end of it, a second at most. */
  void awaitEnd() throws InterruptedException {
    reader.join(END_LIMIT_MILLIS);
  }
}
