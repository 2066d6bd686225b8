package org.jvmcluster.supervisor.fleet;

import java.util.Optional;

/**
 * How a worker process ended.
 *
 * @param code Java's exit value: 0 to 255, or 128 + N when signal N ended it
 */
public record ExitStatus(int code) {

  /**
   * The signal that Java's exit value implies: {@code SIGKILL} for 137. Empty for an ordinary exit.
   * A program that calls {@code exit(137)} itself cannot be told apart; Java does not say.
   */
  public Optional<String> signal() {
    return switch (code) {
      case 129 -> Optional.of("SIGHUP");
      case 130 -> Optional.of("SIGINT");
      case 131 -> Optional.of("SIGQUIT");
      case 132 -> Optional.of("SIGILL");
      case 134 -> Optional.of("SIGABRT");
      case 135 -> Optional.of("SIGBUS");
      case 136 -> Optional.of("SIGFPE");
      case 137 -> Optional.of("SIGKILL");
      case 139 -> Optional.of("SIGSEGV");
      case 141 -> Optional.of("SIGPIPE");
      case 142 -> Optional.of("SIGALRM");
      case 143 -> Optional.of("SIGTERM");
      default -> Optional.empty();
    };
  }

  /** {@code code 1} or {@code SIGKILL (137)}, for messages. */
  public String describe() {
    return signal().map(name -> name + " (" + code + ")").orElse("code " + code);
  }
}
