package org.jvmcluster.supervisor.directory;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory of one running supervisor: its lock, its sockets, the copies of the generations in
 * use. Whoever holds a {@code RuntimeDirectory} holds the lock; {@link #close} removes all of it.
 *
 * <p>For a port the kernel chooses, bind first and claim then: no other supervisor can want the
 * directory of a port that is bound already.
 *
 * <p>Not safe for several threads; made and closed by the thread that starts and ends the
 * supervisor. The paths may be read by any.
 */
public final class RuntimeDirectory implements AutoCloseable {
  /** {@code sun_path} of sockaddr_un has 108 bytes with its terminating zero, unix(7). */
  static final int MAX_SOCKET_PATH_BYTES = 107;

  private static final String LOCK = "lock";
  private static final String ADMIN_SOCKET = "admin.sock";
  private static final String CONTROL_SOCKET = "control.sock";
  private static final String DESCRIPTOR_SOCKET = "descriptors.sock";
  private static final String GENERATIONS = "generations";
  private static final List<String> SOCKETS =
      List.of(ADMIN_SOCKET, CONTROL_SOCKET, DESCRIPTOR_SOCKET);

  /** A directory that vanishes under us so often is not the end of another supervisor. */
  private static final int MAX_TRIES = 20;

  private final Path path;
  private final DirectoryLock lock;
  private final List<String> warnings;

  private RuntimeDirectory(Path path, DirectoryLock lock, List<String> warnings) {
    this.path = path;
    this.lock = lock;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Makes the directory of a port and takes its lock, or takes over what a dead supervisor left.
   *
   * @param port the bound TCP port, 1 to 65535
   * @throws DirectoryException.InUse if a living supervisor holds it or a foreign file is in it
   * @throws DirectoryException.BadPlace if there is no safe place that can be written
   */
  public static RuntimeDirectory claim(DirectoryLocations locations, int port)
      throws DirectoryException {
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a bound port lies in 1..65535, not " + port);
    }
    List<String> warnings = new ArrayList<>();
    for (Path parent : locations.runtimeParents()) {
      try {
        return claim(parent, locations.uid(), port, warnings);
      } catch (FileSystemException e) {
        warnings.add("no runtime directory in " + parent + ": " + reason(e));
      } catch (IOException e) {
        throw new DirectoryException.BadPlace("no runtime directory in " + parent, e);
      }
    }
    throw new DirectoryException.BadPlace(
        String.join("; ", warnings) + "; set XDG_RUNTIME_DIR or TMPDIR to a folder of yours");
  }

  /**
   * Finds a running supervisor, for the commands that talk to it. Looks in every place a supervisor
   * of this user may have chosen, since it may have been started with another environment.
   *
   * @return its admin socket; empty when none of this user's supervisors answers for the port
   */
  public static Optional<Path> findAdminSocket(DirectoryLocations locations, int port) {
    for (Path parent : locations.runtimeParents()) {
      Path directory = parent.resolve(Integer.toString(port));
      Path socket = directory.resolve(ADMIN_SOCKET);
      try {
        // In a folder of somebody else, somebody else would answer.
        if (LeftoverSocket.isSocket(socket)
            && DirectoryLocations.uid(directory) == locations.uid()
            && LeftoverSocket.isAnswered(socket)) {
          return Optional.of(socket);
        }
      } catch (IOException notThere) {
        // The next place, then.
      }
    }
    return Optional.empty();
  }

  private static RuntimeDirectory claim(Path parent, int uid, int port, List<String> warnings)
      throws IOException, DirectoryException {
    Path directory = parent.resolve(Integer.toString(port));
    checkLength(directory);
    Path base = parent.toAbsolutePath().getParent();
    if (base != null && !Files.isDirectory(base)) {
      throw new NoSuchFileException(base.toString(), null, base + " is no folder");
    }
    for (int i = 0; i < MAX_TRIES; i++) {
      try {
        OwnedFolder.ensure(parent, uid);
        OwnedFolder.ensurePrivate(directory, uid);
        Optional<DirectoryLock> lock = DirectoryLock.tryTake(directory.resolve(LOCK));
        if (lock.isPresent()) {
          return takeOver(directory, lock.get(), warnings);
        }
      } catch (NoSuchFileException vanished) {
        // The supervisor before is just removing it, or another port's the folder above.
      }
    }
    throw new IOException(directory + " vanished " + MAX_TRIES + " times while it was claimed");
  }

  private static RuntimeDirectory takeOver(
      Path directory, DirectoryLock lock, List<String> warnings)
      throws IOException, DirectoryException {
    try {
      for (String socket : SOCKETS) {
        LeftoverSocket.reclaim(directory.resolve(socket));
      }
      if (lock.wasLeftBehind()) {
        warnings.add(
            "the supervisor that used " + directory + " before did not end in order; taken over");
      }
      return new RuntimeDirectory(directory, lock, warnings);
    } catch (IOException | DirectoryException e) {
      lock.close();
      throw e;
    }
  }

  private static String reason(FileSystemException e) {
    return e instanceof AccessDeniedException
        ? "permission denied"
        : Optional.ofNullable(e.getReason()).orElseGet(e::toString);
  }

  private static void checkLength(Path directory) throws DirectoryException.BadPlace {
    Charset platform = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    for (String name : SOCKETS) {
      Path socket = directory.resolve(name);
      int bytes = socket.toString().getBytes(platform).length;
      if (bytes > MAX_SOCKET_PATH_BYTES) {
        throw DirectoryException.BadPlace.tooLong(socket, bytes, MAX_SOCKET_PATH_BYTES);
      }
    }
  }

  /** The directory itself: mode 0700, absolute. */
  public Path path() {
    return path;
  }

  /** Where the admin API listens. */
  public Path adminSocket() {
    return path.resolve(ADMIN_SOCKET);
  }

  /** Where workers join the control channel. */
  public Path controlSocket() {
    return path.resolve(CONTROL_SOCKET);
  }

  /** Where workers take their descriptors. */
  public Path descriptorSocket() {
    return path.resolve(DESCRIPTOR_SOCKET);
  }

  /** The folder for copies of generations; not made here. */
  public Path generations() {
    return path.resolve(GENERATIONS);
  }

  /** What an operator should know about how the directory was come by; empty in good order. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * Removes what a supervisor makes, then the directory if nothing else is in it, and gives the
   * lock back. Files of others stay where they are. Called twice, the second does nothing.
   *
   * @throws IOException if something of ours could not be removed; the lock is given back anyway
   */
  @Override
  public void close() throws IOException {
    try (lock) {
      for (String socket : SOCKETS) {
        Path file = path.resolve(socket);
        if (LeftoverSocket.isSocket(file)) {
          Files.deleteIfExists(file);
        }
      }
      deleteTree(generations());
    }
    deleteIfEmpty(path);
    Path parent = path.getParent();
    if (parent != null) {
      deleteIfEmpty(parent);
    }
  }

  /** Deletes depth first; links are removed, never followed. */
  private static void deleteTree(Path top) throws IOException {
    if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
      List<Path> children;
      try (Stream<Path> listed = Files.list(top)) {
        children = listed.toList();
      }
      for (Path child : children) {
        deleteTree(child);
      }
    }
    Files.deleteIfExists(top);
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException | AccessDeniedException others) {
      // Other ports' supervisors, files of others, or a parent that somebody else provides.
    }
  }
}
