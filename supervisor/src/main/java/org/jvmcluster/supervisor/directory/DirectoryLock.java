package org.jvmcluster.supervisor.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The lock of a runtime directory: a lock of the kernel on a file, which ends with the process that
 * holds it, however it ends. The pid in the file is for people; nothing is concluded from it, since
 * pids are used again and files outlive their writers.
 *
 * <p><b>Never open the lock file anywhere else in this process.</b> A POSIX record lock is dropped
 * when its process closes <i>any</i> descriptor of the file (fcntl(2), "Record locks").
 */
final class DirectoryLock implements AutoCloseable {
  /** Beyond it the file was written by something else; a pid has at most 7 digits. */
  private static final int MAX_CONTENT_BYTES = 64;

  /** Enough of a command line to know the program by; a class path can have many KiB. */
  private static final int MAX_COMMAND_CHARS = 200;

  private final Path file;
  private final FileChannel channel;
  private final boolean wasLeftBehind;

  private DirectoryLock(Path file, FileChannel channel, boolean wasLeftBehind) {
    this.file = file;
    this.channel = channel;
    this.wasLeftBehind = wasLeftBehind;
  }

  /**
   * Takes the lock without waiting.
   *
   * @return empty when the file vanished meanwhile, because the holder before removed it as it
   *     ended: try again from the start
   * @throws DirectoryException.InUse if a living process holds it, or {@code file} is no file
   */
  static Optional<DirectoryLock> tryTake(Path file) throws IOException, DirectoryException.InUse {
    boolean existed = !create(file);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw inTheWay(file);
    }
    // The holder before deletes the file while it holds the lock. Then our lock would be one of a
    // file without a name, and a third supervisor could lock a new file beside it. While we have a
    // file open its inode number is not given to another, so the same identity before the open and
    // after the lock means that the name still leads to what we locked.
    Optional<Object> before = identity(file);
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    try {
      if (!lock(channel)) {
        throw held(file, content(channel));
      }
      if (before.isEmpty() || !before.equals(identity(file))) {
        channel.close();
        return Optional.empty();
      }
      write(channel);
      return Optional.of(new DirectoryLock(file, channel, existed));
    } catch (IOException | DirectoryException.InUse e) {
      channel.close();
      throw e;
    }
  }

  /** Whether the file lay there already, so that its last owner did not end in order. */
  boolean wasLeftBehind() {
    return wasLeftBehind;
  }

  /** Removes the file, then gives the lock back. Called twice, the second does nothing. */
  @Override
  public void close() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) {
      Files.deleteIfExists(file);
    }
  }

  private static boolean create(Path file) throws IOException {
    try {
      Files.createFile(file);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  private static Optional<Object> identity(Path file) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return Optional.ofNullable(attributes.fileKey());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static String content(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_CONTENT_BYTES);
    channel.read(bytes, 0);
    return UTF_8.decode(bytes.flip()).toString().strip();
  }

  private static void write(FileChannel channel) throws IOException {
    channel.truncate(0);
    ByteBuffer bytes = UTF_8.encode(ProcessHandle.current().pid() + "\n");
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static DirectoryException.InUse held(Path file, String content) {
    OptionalLong pid = OptionalLong.empty();
    if (content.matches("[1-9][0-9]{0,9}")) {
      pid = OptionalLong.of(Long.parseLong(content));
    }
    Optional<String> command =
        pid.isEmpty()
            ? Optional.empty()
            : ProcessHandle.of(pid.getAsLong()).flatMap(process -> process.info().commandLine());
    String holder =
        (pid.isEmpty() ? "a process that has not written its pid yet" : "pid " + pid.getAsLong())
            + command.map(line -> " (" + shortened(line) + ")").orElse("");
    return new DirectoryException.InUse(
        "another supervisor runs in "
            + file.getParent()
            + ": "
            + holder
            + "; stop it, or choose another --port",
        pid,
        command);
  }

  private static String shortened(String line) {
    return line.length() <= MAX_COMMAND_CHARS ? line : line.substring(0, MAX_COMMAND_CHARS) + "...";
  }

  static DirectoryException.InUse inTheWay(Path path) {
    return new DirectoryException.InUse(
        path + " lies in the way and was not made by a supervisor; remove it",
        OptionalLong.empty(),
        Optional.empty());
  }
}
