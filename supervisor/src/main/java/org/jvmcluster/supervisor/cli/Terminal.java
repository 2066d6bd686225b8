package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a standard stream of this process is a terminal, which Java does not say of stderr. */
final class Terminal {
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  private Terminal() {}

  static boolean isStdin() {
    return isTerminal(STDIN);
  }

  static boolean isStdout() {
    return isTerminal(STDOUT);
  }

  static boolean isStderr() {
    return isTerminal(STDERR);
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
