package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * A process that listens on a port.
 *
 * @param pid empty where its descriptors may not be read, so that only the user is known
 * @param uid the user that made the socket
 * @param command its command line; empty where unknown
 * @param orphan whether it is a worker of a dead supervisor of ours: it drains and ends by itself
 */
public record PortHolder(OptionalLong pid, int uid, String command, boolean orphan) {
  /** Enough of a command line to know the program by; a class path can have many KiB. */
  private static final int MAX_COMMAND_CHARS = 200;

  public PortHolder {
    requireNonNull(pid, "pid");
    requireNonNull(command, "command");
  }

  /** {@code pid 4711 (nginx: master process)}, for messages. */
  public String describe() {
    if (pid.isEmpty()) {
      return "a process of uid " + uid;
    }
    String shown =
        command.length() <= MAX_COMMAND_CHARS
            ? command
            : command.substring(0, MAX_COMMAND_CHARS) + "...";
    return "pid " + pid.getAsLong() + (shown.isEmpty() ? "" : " (" + shown + ")");
  }
}
