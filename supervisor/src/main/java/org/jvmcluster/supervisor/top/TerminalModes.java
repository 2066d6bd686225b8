package org.jvmcluster.supervisor.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All modes of the terminal on standard input, as {@code stty -g} names them, to be given back
 * whole. JLine gives back the differences to what it reads of {@code stty -a}; on a starved machine
 * it was seen to leave a terminal without line editing, which a user cannot even type into.
 */
final class TerminalModes {
  /** It sets a mode and reads it again; longer takes it only where nothing runs any more. */
  private static final long LIMIT_SECONDS = 20;

  private static final int ATTEMPTS = 3;

  /** Runs {@code stty} with some words on the terminal and returns what it prints. */
  @FunctionalInterface
  interface Stty {
    String run(String... words) throws IOException;
  }

  private final Stty stty;
  private final String saved;

  private TerminalModes(Stty stty, String saved) {
    this.stty = stty;
    this.saved = saved;
  }

  /**
   * Those of now.
   *
   * @throws IOException when standard input is no terminal, or there is no {@code stty}
   */
  static TerminalModes save() throws IOException {
    return save(TerminalModes::run);
  }

  static TerminalModes save(Stty stty) throws IOException {
    return new TerminalModes(requireNonNull(stty, "stty"), stty.run("-g").strip());
  }

  /**
   * Sets all of them again, and looks whether they are.
   *
   * @throws IOException when they are not, with what the user can do
   */
  void restore() throws IOException {
    String now = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      stty.run(saved);
      now = stty.run("-g").strip();
      if (now.equals(saved)) {
        return;
      }
    }
    throw new IOException(
        "the terminal keeps the modes " + now + "; get usable ones with: stty sane");
  }

  private static String run(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("stty did not end within " + LIMIT_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException("stty failed: " + said.strip());
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while stty ran");
    } finally {
      process.destroyForcibly();
    }
  }
}
