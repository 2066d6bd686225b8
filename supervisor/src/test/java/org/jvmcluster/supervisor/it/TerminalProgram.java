package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A program in a terminal of its own, which {@code script} of util-linux makes. Closing it ends
 * both.
 */
final class TerminalProgram implements AutoCloseable {
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  private final Process process;
  private final StringBuilder shown = new StringBuilder();
  private final Thread reader;

  private TerminalProgram(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "terminal");
    reader.setDaemon(true);
    reader.start();
  }

  static boolean isPossible() {
    return Files.isExecutable(SCRIPT);
  }

  /**
   * Starts it.
   *
   * @param type of the terminal
   * @param before a shell command for the terminal, such as one that sets its size
   * @param after another, once the program has ended
   */
  static TerminalProgram start(String type, String before, SupervisorCommand command, String after)
      throws IOException {
    String words =
        command.words().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    SCRIPT.toString(),
                    "-qec",
                    before + "; " + words + "; code=$?; " + after + "; exit $code",
                    "/dev/null"))
            .redirectErrorStream(true);
    builder.environment().put("TERM", type);
    builder.environment().put("SHELL", "/bin/sh");
    builder.environment().putAll(command.environment());
    return new TerminalProgram(builder.start());
  }

  private void read() {
    char[] some = new char[4096];
    try (InputStreamReader output = new InputStreamReader(process.getInputStream(), UTF_8)) {
      for (int count = output.read(some); count >= 0; count = output.read(some)) {
        synchronized (shown) {
          shown.append(some, 0, count);
        }
      }
    } catch (IOException e) {
      synchronized (shown) {
        shown.append(e);
      }
    }
  }

  void type(String keys) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write(keys.getBytes(UTF_8));
    input.flush();
  }

  /** All that the terminal was sent so far, sequences included. */
  String shown() {
    synchronized (shown) {
      return shown.toString();
    }
  }

  void awaitShown(String text) {
    Patience.await("'" + text + "' in the terminal", () -> shown().contains(text));
  }

  /** The process that runs the program's JVM. */
  ProcessHandle jvm() {
    return process
        .descendants()
        .filter(child -> child.info().command().filter(name -> name.endsWith("java")).isPresent())
        .findFirst()
        .orElseThrow();
  }

  /** Of the program, once it has ended and everything it wrote was read. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it did not end; the terminal shows: " + shown());
    }
    reader.join(Patience.LIMIT.toMillis());
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
