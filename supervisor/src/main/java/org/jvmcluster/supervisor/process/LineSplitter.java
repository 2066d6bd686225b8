package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * Cuts bytes into lines of UTF-8 text. What is no UTF-8 becomes U+FFFD, so that whatever a worker
 * writes, what comes out is text. A line over {@link #MAX_LINE_BYTES} comes in several pieces,
 * marked where it was cut. Not safe for several threads.
 */
final class LineSplitter {
  /** A longer line is no line of a log: a dump, or binary. It must not fill the memory. */
  static final int MAX_LINE_BYTES = 64 * 1024;

  static final String CUT_MARK = " [cut, continues on the next line]";
  static final String CONTINUED_MARK = "[continued] ";

  private final Consumer<String> lines;
  private final byte[] pending = new byte[MAX_LINE_BYTES];
  private int length;
  private boolean continued;

  LineSplitter(Consumer<String> lines) {
    this.lines = requireNonNull(lines, "lines");
  }

  void feed(byte[] bytes, int count) {
    int from = 0;
    while (from < count) {
      int end = from;
      while (end < count && bytes[end] != '\n') {
        end++;
      }
      append(bytes, from, end - from);
      if (end < count) {
        emit(length, "");
        continued = false;
      }
      from = end + 1;
    }
  }

  /** No byte follows: what stands without a line end is a line. */
  void end() {
    if (length > 0) {
      emit(length, "");
    }
  }

  private void append(byte[] bytes, int from, int count) {
    int at = from;
    int left = count;
    while (left > 0) {
      if (length == MAX_LINE_BYTES) {
        emit(wholeCharacters(), CUT_MARK);
        continued = true;
      }
      int now = Math.min(left, MAX_LINE_BYTES - length);
      System.arraycopy(bytes, at, pending, length, now);
      length += now;
      at += now;
      left -= now;
    }
  }

  private void emit(int upTo, String mark) {
    String text = new String(pending, 0, upTo, UTF_8);
    System.arraycopy(pending, upTo, pending, 0, length - upTo);
    length -= upTo;
    lines.accept((continued ? CONTINUED_MARK : "") + text + mark);
  }

  /** How many of the pending bytes end with a whole character: the cut must not make U+FFFD. */
  private int wholeCharacters() {
    for (int back = 1; back <= 3; back++) {
      int lead = pending[length - back] & 0xff;
      boolean continuation = (lead & 0xc0) == 0x80;
      if (!continuation) {
        int needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        return needed > back ? length - back : length;
      }
    }
    return length;
  }
}
