package org.jvmcluster.supervisor.directory;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where directories of supervisors may lie for one user: the same answer for the supervisor and for
 * the commands that look for it. Immutable.
 *
 * @param uid the user the directories must belong to
 * @param runtimeParents folders that hold a runtime directory per port, best first, at least one
 * @param stateParent the folder that holds a state directory per port; empty when the environment
 *     names none
 */
public record DirectoryLocations(int uid, List<Path> runtimeParents, Optional<Path> stateParent) {
  private static final String NAME = "jvm-supervisor";

  public DirectoryLocations {
    runtimeParents = List.copyOf(runtimeParents);
    requireNonNull(stateParent, "stateParent");
    if (runtimeParents.isEmpty()) {
      throw new IllegalArgumentException("there is no place for a runtime directory");
    }
  }

  /** The locations for the user and the environment of this process. */
  public static DirectoryLocations ofThisProcess() {
    return of(System.getenv(), ownUid());
  }

  /**
   * The locations for a user.
   *
   * <p>Runtime: {@code /run} for root, else {@code XDG_RUNTIME_DIR}, and below the temporary folder
   * where that does not exist or cannot be written (a container with a read-only root). State:
   * {@code /var/lib} for root, else {@code XDG_STATE_HOME}, else {@code HOME/.local/state}. A
   * variable that is empty or not an absolute path counts as unset, as the XDG Base Directory
   * specification demands.
   */
  public static DirectoryLocations of(Map<String, String> environment, int uid) {
    List<Path> runtime = new ArrayList<>();
    Optional<Path> state;
    if (uid == 0) {
      runtime.add(Path.of("/run", NAME));
      state = Optional.of(Path.of("/var/lib", NAME));
    } else {
      absolute(environment, "XDG_RUNTIME_DIR").ifPresent(dir -> runtime.add(dir.resolve(NAME)));
      state =
          absolute(environment, "XDG_STATE_HOME")
              .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".local/state")))
              .map(dir -> dir.resolve(NAME));
    }
    Path temporary = absolute(environment, "TMPDIR").orElse(Path.of("/tmp"));
    runtime.add(temporary.resolve(NAME + "-" + uid));
    return new DirectoryLocations(uid, runtime, state);
  }

  /** The user this process runs as. Asks the kernel, since {@code user.name} can be set. */
  public static int ownUid() {
    try {
      return uid(Path.of("/proc/self"));
    } catch (IOException e) {
      throw new UncheckedIOException("/proc is not readable; mount it, the supervisor needs it", e);
    }
  }

  static int uid(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<Path> absolute(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> value.startsWith("/"))
        .map(Path::of);
  }
}
