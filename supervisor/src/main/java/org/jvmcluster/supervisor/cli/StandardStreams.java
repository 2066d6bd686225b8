package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The two standard streams of this process, in UTF-8 whatever the locale says: a host name or path
 * may have any letter.
 *
 * <p>Where both lead to the same pipe or file, as after {@code 2>&1}, they are one stream. The
 * kernel keeps writes of up to 4096 bytes to a pipe whole (pipe(7), {@code PIPE_BUF}) and tears
 * longer ones, so two streams would put a table into the middle of a worker's long line.
 *
 * @param out for results
 * @param err for everything else
 */
record StandardStreams(PrintStream out, PrintStream err) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  StandardStreams {
    requireNonNull(out, "out");
    requireNonNull(err, "err");
  }

  /** Opens them, and makes them those of {@link System}, for the log and the workers' output. */
  static StandardStreams take() {
    PrintStream err = utf8(FileDescriptor.err);
    PrintStream out =
        leadToTheSame(DESCRIPTORS.resolve("1"), DESCRIPTORS.resolve("2"))
            ? err
            : utf8(FileDescriptor.out);
    System.setOut(out);
    System.setErr(err);
    return new StandardStreams(out, err);
  }

  /** Whether two links have one target; false when one cannot be read. */
  static boolean leadToTheSame(Path one, Path other) {
    try {
      return Files.readSymbolicLink(one).equals(Files.readSymbolicLink(other));
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
