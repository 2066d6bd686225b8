package org.jvmcluster.supervisor.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a program wrote, both streams in one, read by a thread of its own so that the program never
 * waits. Safe for any thread.
 */
final class ProgramOutput {
  private static final int TAIL_LINES = 120;

  /** More than any test has its program write; beyond it the oldest go. */
  private static final int MAX_LINES = 50_000;

  private final List<String> lines = new ArrayList<>();
  private final Thread reader;

  ProgramOutput(BufferedReader source, String name) {
    reader = new Thread(() -> read(source), name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader source) {
    try (source) {
      for (String line = source.readLine(); line != null; line = source.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(the output cannot be read any further: " + e + ")");
    }
  }

  private synchronized void add(String line) {
    if (lines.size() == MAX_LINES) {
      lines.remove(0);
    }
    lines.add(line);
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized boolean has(Predicate<String> line) {
    return lines.stream().anyMatch(line);
  }

  boolean contains(String text) {
    return has(line -> line.contains(text));
  }

  synchronized List<String> tail() {
    return List.copyOf(lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  /** All lines, once the program has closed its streams. */
  List<String> untilTheEnd() throws InterruptedException {
    reader.join(Patience.LIMIT.toMillis());
    return lines();
  }
}
