package org.jvmcluster.supervisor.directory;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A runtime directory cannot be had. The kinds differ in what the command line answers. */
public abstract sealed class DirectoryException extends Exception {
  private static final long serialVersionUID = 1;

  private DirectoryException(String message, Throwable cause) {
    super(message, cause);
  }

  private DirectoryException(String message) {
    super(message);
  }

  /** Another supervisor lives there, or something that is not ours lies in the way. */
  public static final class InUse extends DirectoryException {
    private static final long serialVersionUID = 1;

    // No serializable type; nobody sends these exceptions anywhere.
    private final transient OptionalLong pid;
    private final String command;

    InUse(String message, OptionalLong pid, Optional<String> command) {
      super(message);
      this.pid = pid;
      this.command = command.orElse("");
    }

    /** Of the supervisor that holds it; empty where it is no process or could not be told. */
    public OptionalLong pid() {
      return pid;
    }

    /** That process's command line; empty where it could not be read. */
    public Optional<String> command() {
      return command.isEmpty() ? Optional.empty() : Optional.of(command);
    }
  }

  /** No place for it: not writable, not ours, not safe, or its path is too long for a socket. */
  public static final class BadPlace extends DirectoryException {
    private static final long serialVersionUID = 1;

    BadPlace(String message) {
      super(message);
    }

    BadPlace(String message, Throwable cause) {
      super(message, cause);
    }

    static BadPlace tooLong(Path socket, int bytes, int limit) {
      return new BadPlace(
          "the path of a unix socket may have "
              + limit
              + " bytes, this one has "
              + bytes
              + ": "
              + socket
              + "; set XDG_RUNTIME_DIR or TMPDIR to a shorter folder");
    }
  }
}
