package org.jvmcluster.supervisor.top;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * All modes of the terminal that is the standard input, as the program {@code stty} words them for
 * itself: to set them again is one step that depends on nothing that is in force by then.
 */
record TerminalModes(String words) {
  /**
   * Those in force.
   *
   * @throws IOException when the standard input is no terminal, or {@code stty} is not there
   */
  static TerminalModes inForce() throws IOException {
    return new TerminalModes(stty(List.of("-g")).strip());
  }

  /**
   * Puts these in force.
   *
   * @throws IOException when the terminal is gone
   */
  void set() throws IOException {
    stty(List.of(words));
  }

  private static String stty(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(arguments);
    command.add(0, "stty");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said.strip());
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(String.join(" ", command) + " was interrupted");
    }
  }
}
