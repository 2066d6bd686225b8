package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;

/**
 * What a supervisor on a port that the kernel chose leaves: the runtime directory if it was killed,
 * and the state directory with its event log always. Of a comparison nobody asks for them again.
 *
 * @param statesBefore state directories that were there before: those are somebody else's
 */
record DirectoriesLeft(DirectoryLocations locations, Set<String> statesBefore) {
  DirectoriesLeft {
    requireNonNull(locations, "locations");
    statesBefore = Set.copyOf(statesBefore);
  }

  /** Looks what is there, before the supervisor is started. */
  static DirectoriesLeft before(DirectoryLocations locations) {
    Set<String> names = locations.stateParent().map(DirectoriesLeft::names).orElse(Set.of());
    return new DirectoriesLeft(locations, names);
  }

  private static Set<String> names(Path parent) {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
    } catch (IOException none) {
      return Set.of();
    }
  }

  /** Removes what the supervisor of a port has left, once it has ended. */
  void remove(int port) {
    if (RuntimeDirectory.findAdminSocket(locations, port).isPresent()) {
      // The kernel has given the port to another supervisor meanwhile.
      return;
    }
    String name = Integer.toString(port);
    locations.runtimeParents().forEach(parent -> remove(parent.resolve(name)));
    if (!statesBefore.contains(name)) {
      locations.stateParent().ifPresent(parent -> remove(parent.resolve(name)));
    }
  }

  private static void remove(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException inUse) {
      // A folder that cannot be removed is not worth a comparison that has its figures.
      return;
    }
  }
}
