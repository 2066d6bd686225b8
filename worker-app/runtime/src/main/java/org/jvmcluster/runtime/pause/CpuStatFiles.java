package org.jvmcluster.runtime.pause;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the {@code cpu.stat} files of the control groups that this process is in: its own group and
 * those around it as far as they are mounted here, since a quota on any of them holds the process,
 * and a group counts its own quota only. See cgroups(7), "/proc files", and proc(5) on mountinfo.
 */
final class CpuStatFiles {
  private static final String CONTROLLER = "cpu";

  private CpuStatFiles() {}

  /** One mount; {@code root} is what of the file system stands at {@code point}. */
  private record Mount(String root, String point, String type, List<String> options) {}

  /**
   * Where the files may be; not all need exist.
   *
   * @param cgroup text of {@code /proc/self/cgroup}
   * @param mountinfo text of {@code /proc/self/mountinfo}
   */
  static List<Path> find(String cgroup, String mountinfo) {
    List<Mount> mounts = mountinfo.lines().flatMap(line -> mount(line).stream()).toList();
    // On a machine with both versions each controller is in one of them.
    for (Mount mount : mounts) {
      if (mount.type.equals("cgroup") && mount.options.contains(CONTROLLER)) {
        Optional<String> group = group(cgroup, CONTROLLER);
        if (group.isPresent()) {
          return files(mount, group.get());
        }
      }
    }
    for (Mount mount : mounts) {
      if (mount.type.equals("cgroup2")) {
        Optional<String> group = group(cgroup, "");
        if (group.isPresent()) {
          return files(mount, group.get());
        }
      }
    }
    return List.of();
  }

  /** The group in the hierarchy with a controller; version 2 is the one without any. */
  private static Optional<String> group(String cgroup, String controller) {
    return cgroup
        .lines()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3)
        .filter(fields -> Arrays.asList(fields[1].split(",")).contains(controller))
        .map(fields -> fields[2])
        .findFirst();
  }

  private static Optional<Mount> mount(String line) {
    int separator = line.indexOf(" - ");
    if (separator < 0) {
      return Optional.empty();
    }
    String[] fields = line.substring(0, separator).split(" ");
    String[] system = line.substring(separator + 3).split(" ");
    if (fields.length < 5 || system.length < 3) {
      return Optional.empty();
    }
    return Optional.of(
        new Mount(
            unescape(fields[3]),
            unescape(fields[4]),
            system[0],
            Arrays.asList(system[2].split(","))));
  }

  /** Blanks in a path are written as an octal number, and so is the backslash. */
  private static String unescape(String path) {
    return path.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
  }

  private static List<Path> files(Mount mount, String group) {
    Path point = Path.of(mount.point);
    List<Path> files = new ArrayList<>();
    Path directory = point.resolve(within(mount.root, group)).normalize();
    if (!directory.startsWith(point)) {
      // A group outside what this namespace shows, written with "..".
      directory = point;
    }
    while (directory != null && directory.startsWith(point)) {
      files.add(directory.resolve("cpu.stat"));
      directory = directory.getParent();
    }
    return files;
  }

  /**
   * A group's path below the mount. In a container without a namespace of its own the group has the
   * machine's path, and what is mounted is that very group.
   */
  private static String within(String root, String group) {
    if (root.equals("/")) {
      return group.substring(1);
    }
    if (group.startsWith(root + "/")) {
      return group.substring(root.length() + 1);
    }
    return "";
  }
}
