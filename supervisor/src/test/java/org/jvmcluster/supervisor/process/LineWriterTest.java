package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineWriterTest {
  private static final int LINE_CHARS = 10_000;
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A stream whose reader has stopped until it is released. */
  private static final class BlockedStream extends OutputStream {
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      entered.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      written.write(bytes, from, count);
    }

    String text() {
      return written.toString(UTF_8);
    }
  }

  private static void finish(LineWriter.Source source) throws Exception {
    source.finish().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void writesLinesOfEachSourceInOrderWithItsPrefix() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LineWriter writer = new LineWriter(out)) {
      LineWriter.Source first = writer.open("0/1 | ");
      LineWriter.Source second = writer.open("1/1 | ");

      first.accept("one");
      second.accept("zwei \u00fc");
      first.accept("");
      finish(first);
      finish(second);
    }

    assertThat(out.toString(UTF_8)).isEqualTo("0/1 | one\n1/1 | zwei \u00fc\n0/1 | \n");
  }

  @Test
  void tellsAFinishedSourceOnlyWhenItsLinesAreWritten() throws Exception {
    BlockedStream out = new BlockedStream();
    try (LineWriter writer = new LineWriter(out)) {
      LineWriter.Source source = writer.open("");
      source.accept("line");

      CompletableFuture<Void> finished = source.finish().toCompletableFuture();
      out.entered.await();
      assertThat(finished).isNotDone();
      out.released.countDown();

      finished.get(60, TimeUnit.SECONDS);
      assertThat(out.text()).isEqualTo("line\n");
    }
  }

  @Test
  void dropsWholeLinesBeyondTheBoundAndSaysHowMany() throws Exception {
    BlockedStream out = new BlockedStream();
    try (LineWriter writer = new LineWriter(out)) {
      LineWriter.Source loud = writer.open("0/1 | ");
      LineWriter.Source quiet = writer.open("1/1 | ");
      for (int i = 0; i < 1000; i++) { // About 10 MB; none of these calls blocks.
        loud.accept(i + "x".repeat(LINE_CHARS));
      }
      quiet.accept("not concerned");
      out.released.countDown();
      finish(loud);
      loud.accept("after");
      finish(loud);
      finish(quiet);
    }

    List<String> lines = out.text().lines().toList();
    List<String> kept = lines.stream().filter(line -> line.endsWith("x")).toList();
    int bound = LineWriter.MAX_WAITING_BYTES / LINE_CHARS;
    assertThat(kept).hasSizeBetween(bound - 3, bound);
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i)).isEqualTo("0/1 | " + i + "x".repeat(LINE_CHARS));
    }
    assertThat(lines)
        .contains(
            "1/1 | not concerned",
            "0/1 | [" + (1000 - kept.size()) + " lines dropped: nobody read fast enough]",
            "0/1 | after");
  }

  @Test
  void holdsAPatientSourceOnlyUntilTheStreamCountsAsBlocked() throws Exception {
    BlockedStream out = new BlockedStream();
    try (LineWriter writer = new LineWriter(out, Duration.ofMillis(1))) {
      LineWriter.Source source = writer.open("");
      for (int i = 0; i < 200; i++) { // Ends, though nothing is ever written.
        source.acceptPatiently("x".repeat(LINE_CHARS));
      }
      out.released.countDown();
      finish(source);
    }

    assertThat(out.text().lines().filter(line -> line.contains("dropped"))).hasSize(1);
  }

  @Test
  void losesNothingOfAPatientSourceWhileLinesFlow() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LineWriter writer = new LineWriter(out, LONG)) {
      LineWriter.Source source = writer.open("");
      for (int i = 0; i < 1000; i++) {
        source.acceptPatiently("x".repeat(LINE_CHARS));
      }
      finish(source);
    }

    assertThat(out.size()).isEqualTo(1000 * (LINE_CHARS + 1));
  }

  @Test
  void takesLinesAgainOnceTheReaderReads() throws Exception {
    BlockedStream out = new BlockedStream();
    try (LineWriter writer = new LineWriter(out)) {
      LineWriter.Source source = writer.open("");
      for (int i = 0; i < 200; i++) {
        source.accept("x".repeat(LINE_CHARS));
      }
      out.released.countDown();
      finish(source);
      int before = out.text().length();

      for (int i = 0; i < 50; i++) {
        source.accept("y".repeat(LINE_CHARS));
      }
      finish(source);

      assertThat(out.text().length() - before).isEqualTo(50 * (LINE_CHARS + 1));
      assertThat(out.text().lines().filter(line -> line.contains("dropped"))).hasSize(1);
    }
  }

  @Test
  void goesOnWhenTheStreamIsBroken() throws Exception {
    List<String> tries = new ArrayList<>();
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            tries.add("byte");
            throw new IOException("Broken pipe");
          }
        };
    try (LineWriter writer = new LineWriter(broken)) {
      LineWriter.Source source = writer.open("");
      source.accept("one");
      finish(source);
      source.accept("two");
      finish(source);
    }

    assertThat(tries).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void writesWhatWaitsWhenItIsClosed() {
    BlockedStream out = new BlockedStream();
    LineWriter writer = new LineWriter(out);
    LineWriter.Source source = writer.open("");
    source.accept("line");
    out.released.countDown();

    assertThat(writer.close(LONG)).isTrue();

    assertThat(out.text()).isEqualTo("line\n");
    source.accept("too late");
    assertThat(source.finish().toCompletableFuture()).isDone();
  }

  @Test
  void doesNotWaitForABlockedReaderWhenItIsClosed() {
    BlockedStream out = new BlockedStream();
    LineWriter writer = new LineWriter(out);
    writer.open("").accept("line");

    assertThat(writer.close(Duration.ofMillis(20))).isFalse();
  }
}
