package org.jvmcluster.supervisor.directory;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What outlives a supervisor: its events, later dumps and profiles. A supervisor works without one;
 * then it keeps in memory what it would have written.
 *
 * @param path the directory of the port, mode 0700; empty where there is none
 * @param warning why there is none, and the mend; empty when there is one
 */
public record StateDirectory(Optional<Path> path, Optional<String> warning) {
  /** What all files in it may take together: evidence worth keeping, never a full disk. */
  public static final long MAX_BYTES = 50L << 20;

  public StateDirectory {
    requireNonNull(path, "path");
    requireNonNull(warning, "warning");
  }

  /** Makes the directory of a port or finds the one of an earlier run. Never fails. */
  public static StateDirectory open(DirectoryLocations locations, int port) {
    if (locations.stateParent().isEmpty()) {
      return without("neither XDG_STATE_HOME nor HOME is set");
    }
    Path parent = locations.stateParent().get();
    Path directory = parent.resolve(Integer.toString(port));
    try {
      if (parent.getParent() != null) {
        Files.createDirectories(parent.getParent());
      }
      OwnedFolder.ensure(parent, locations.uid());
      OwnedFolder.ensurePrivate(directory, locations.uid());
      if (!Files.isWritable(directory)) {
        return without(directory + " cannot be written");
      }
      return new StateDirectory(Optional.of(directory), Optional.empty());
    } catch (FileSystemException e) {
      return without(
          directory + ": " + Optional.ofNullable(e.getReason()).orElse("not accessible"));
    } catch (IOException | DirectoryException.BadPlace e) {
      return without(String.valueOf(e.getMessage()));
    }
  }

  private static StateDirectory without(String reason) {
    return new StateDirectory(
        Optional.empty(),
        Optional.of(
            "no state directory, events are kept in memory only: "
                + reason
                + "; set XDG_STATE_HOME to a folder that can be written"));
  }
}
