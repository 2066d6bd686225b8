package org.jvmcluster.supervisor.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.thread.ChoreThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread dumps of workers that hung, in {@code dumps/} of the state directory: the newest
 * {@value #MAX_FILES}. Written by one thread of its own, {@code dump-folder}, since a disk may hang
 * as well. Safe for any thread.
 */
public final class DumpFolder implements AutoCloseable {
  /**
   * A dump has at most 3 MiB and usually 30 KiB, so even the longest leave room for the events and
   * for profiles within the 50 MiB of the state directory.
   */
  public static final int MAX_FILES = 10;

  /** More than hang at once on a machine that goes on. */
  private static final int QUEUED = 16;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Logger LOG = LoggerFactory.getLogger(DumpFolder.class);

  private final Optional<Path> folder;
  private final ThreadPoolExecutor writer;

  /**
   * @param state the state directory; empty where there is none, and then nothing is kept
   */
  public DumpFolder(Optional<Path> state) {
    this.folder = requireNonNull(state, "state").map(path -> path.resolve("dumps"));
    this.writer = ChoreThread.queue("dump-folder", QUEUED);
  }

  /**
   * Keeps a dump. Returns at once.
   *
   * @param whose in the name of the file, such as {@code slot-0-generation-1-pid-4711}
   * @return where it is; empty when it could not be kept, and the log says why. Never fails
   */
  public CompletableFuture<Optional<Path>> save(Instant at, String whose, String text) {
    if (folder.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Path file = folder.get().resolve(TIME.format(at) + "-" + whose + ".txt");
    try {
      return CompletableFuture.supplyAsync(() -> write(file, text), writer);
    } catch (RejectedExecutionException e) {
      LOG.warn("{} is not written: more than {} dumps wait for the disk", file, QUEUED);
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private static Optional<Path> write(Path file, String text) {
    try {
      Path folder = requireNonNull(file.getParent());
      ensure(folder);
      Files.writeString(file, text, UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      LOG.warn("a thread dump is not kept: {}", e.toString());
      return Optional.empty();
    }
    try {
      removeOldest(requireNonNull(file.getParent()));
    } catch (IOException e) {
      LOG.warn("thread dumps beyond {} stay: {}", MAX_FILES, e.toString());
    }
    return Optional.of(file);
  }

  private static void ensure(Path folder) throws IOException {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      return; // By an earlier dump. What is no folder fails at the write.
    }
  }

  /**
   * By name, which begins with the time. Files that are not ours to name are not ours to remove.
   */
  private static void removeOldest(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> newestFirst =
          entries
              .filter(
                  file -> file.getFileName().toString().matches("\\d{8}-\\d{6}\\.\\d{3}-.*\\.txt"))
              .sorted(Comparator.reverseOrder())
              .toList();
      for (Path file : newestFirst.stream().skip(MAX_FILES).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** What waits for the disk is given two seconds. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(2, TimeUnit.SECONDS)) {
        LOG.warn("a thread dump is not written out, the disk is too slow");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
