package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * Where a load's percentile distribution goes. Known to be writable before the load begins; what
 * was in the file stays until there is something to write.
 */
final class HgrmFile implements AutoCloseable {
  private final Path path;
  private final boolean created;
  private boolean written;

  private HgrmFile(Path path, boolean created) {
    this.path = path;
    this.created = created;
  }

  /**
   * Makes sure of it.
   *
   * @throws IOException if it cannot be written; the message says why
   */
  static HgrmFile of(Path path) throws IOException {
    boolean isNew = Files.notExists(path);
    try {
      Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    } catch (IOException e) {
      throw new IOException("--hgrm " + path + " cannot be written: " + why(e), e);
    }
    return new HgrmFile(path, isNew);
  }

  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "its folder does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    String reason = e instanceof FileSystemException named ? named.getReason() : null;
    return reason == null ? String.valueOf(e.getMessage()) : reason;
  }

  /**
   * Writes, instead of what was there.
   *
   * @throws IOException if that fails after all, such as on a full disk
   */
  void write(LatencyDistribution distribution) throws IOException {
    try {
      Files.writeString(path, distribution.toHgrm());
      written = true;
    } catch (IOException e) {
      throw new IOException("--hgrm " + path + " could not be written: " + why(e), e);
    }
  }

  /** Takes an empty file away that a failed load would leave. */
  @Override
  public void close() throws IOException {
    if (created && !written) {
      Files.deleteIfExists(path);
    }
  }
}
