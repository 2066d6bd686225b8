package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The control groups of this process, versions 1 and 2 and both mixed: cgroups(7). A limit of any
 * group above counts as well, so a controller has a list of folders, the process's own first.
 */
final class Cgroup {
  private final Path root;

  /**
   * @param root of the file system, {@code /} but in tests
   */
  Cgroup(Path root) {
    this.root = requireNonNull(root, "root");
  }

  /** A mounted hierarchy: line format in proc_pid_mountinfo(5). */
  private record Mount(String top, String point, boolean unified, List<String> controllers) {}

  /** Folders of the version 2 hierarchy; empty where none is mounted. */
  List<Path> unified() {
    return mounts().stream()
        .filter(Mount::unified)
        .findFirst()
        .map(mount -> folders(mount, path("").orElse("/")))
        .orElse(List.of());
  }

  /** Folders of a version 1 controller, such as {@code cpu}; empty where it is not mounted. */
  List<Path> legacy(String controller) {
    return mounts().stream()
        .filter(mount -> mount.controllers().contains(controller))
        .findFirst()
        .map(mount -> folders(mount, path(controller).orElse("/")))
        .orElse(List.of());
  }

  private List<Mount> mounts() {
    List<Mount> found = new ArrayList<>();
    for (String line : ProcFile.lines(root.resolve("proc/self/mountinfo"))) {
      String[] halves = line.split(" - ", 2);
      String[] place = halves[0].split(" ");
      String[] kind = halves.length == 2 ? halves[1].split(" ") : new String[0];
      if (place.length < 5 || kind.length < 3) {
        continue;
      }
      if (kind[0].equals("cgroup2")) {
        found.add(new Mount(unescape(place[3]), unescape(place[4]), true, List.of()));
      } else if (kind[0].equals("cgroup")) {
        List<String> controllers = Arrays.asList(kind[2].split(","));
        found.add(new Mount(unescape(place[3]), unescape(place[4]), false, controllers));
      }
    }
    return found;
  }

  /** This process's path in a hierarchy; the unified one has no controllers in its line. */
  private Optional<String> path(String controller) {
    for (String line : ProcFile.lines(root.resolve("proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller)) {
        return Optional.of(parts[2]);
      }
    }
    return Optional.empty();
  }

  private List<Path> folders(Mount mount, String path) {
    Path point = root.resolve(mount.point().substring(1));
    // In a container the path may be the host's, while only a part of the tree is mounted; then
    // the mount's top is that part. A path with ".." lies above everything we can see.
    String below = path.startsWith(mount.top()) ? path.substring(mount.top().length()) : path;
    Path own = point.resolve(below.replaceFirst("^/+", "")).normalize();
    if (!own.startsWith(point) || !Files.isDirectory(own)) {
      own = point;
    }
    List<Path> folders = new ArrayList<>();
    for (Path folder = own;
        folder != null && folder.startsWith(point);
        folder = folder.getParent()) {
      folders.add(folder);
    }
    return folders;
  }

  /** Blanks in a mount point are written in octal. */
  private static String unescape(String text) {
    return text.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
  }
}
