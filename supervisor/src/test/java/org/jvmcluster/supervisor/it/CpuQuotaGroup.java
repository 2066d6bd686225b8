package org.jvmcluster.supervisor.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A control group with a CPU quota around one process, see cgroups(7). Closing it lets the process
 * go and removes the group.
 */
final class CpuQuotaGroup implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final String MEMBERS = "cgroup.procs";

  private final Path parent;
  private final Path folder;

  private CpuQuotaGroup(Path parent, Path folder) {
    this.parent = parent;
    this.folder = folder;
  }

  /** Why there can be none here; empty when there can. */
  static Optional<String> obstacle() {
    try {
      Optional<Path> parent = parent();
      if (parent.isEmpty()) {
        return Optional.of("no control groups with a quota for CPU are mounted");
      }
      make(parent.get(), PERIOD).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("they cannot be made: " + e);
    }
  }

  /** Lets a process have so much of each 100 ms. */
  static CpuQuotaGroup holding(long pid, Duration quota) throws IOException {
    CpuQuotaGroup group = make(parent().orElseThrow(), quota);
    try {
      Files.writeString(group.folder.resolve(MEMBERS), Long.toString(pid));
      return group;
    } catch (IOException e) {
      group.close();
      throw e;
    }
  }

  private static CpuQuotaGroup make(Path parent, Duration quota) throws IOException {
    Path folder =
        Files.createDirectory(parent.resolve("supervisor-it-" + ProcessHandle.current().pid()));
    CpuQuotaGroup group = new CpuQuotaGroup(parent, folder);
    String quotaMicros = Long.toString(quota.toNanos() / 1000);
    String periodMicros = Long.toString(PERIOD.toNanos() / 1000);
    try {
      if (Files.exists(folder.resolve("cpu.max"))) {
        Files.writeString(folder.resolve("cpu.max"), quotaMicros + " " + periodMicros);
      } else {
        Files.writeString(folder.resolve("cpu.cfs_period_us"), periodMicros);
        Files.writeString(folder.resolve("cpu.cfs_quota_us"), quotaMicros);
      }
      return group;
    } catch (IOException e) {
      group.close();
      throw e;
    }
  }

  /**
   * The outermost group that is shown here: version 1 with the controller, else version 2 where
   * groups below it have it.
   */
  private static Optional<Path> parent() throws IOException {
    Optional<Path> second = Optional.empty();
    for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
      List<String> words = List.of(line.split(" "));
      Path point = Path.of(words.get(1));
      if (words.get(2).equals("cgroup") && List.of(words.get(3).split(",")).contains("cpu")) {
        return Optional.of(point);
      }
      Path passedOn = point.resolve("cgroup.subtree_control");
      if (words.get(2).equals("cgroup2")
          && Files.isReadable(passedOn)
          && List.of(Files.readString(passedOn).strip().split(" ")).contains("cpu")) {
        second = Optional.of(point);
      }
    }
    return second;
  }

  @Override
  public void close() throws IOException {
    try (Stream<String> members = Files.lines(folder.resolve(MEMBERS))) {
      for (String member : members.toList()) {
        Files.writeString(parent.resolve(MEMBERS), member);
      }
    } finally {
      Files.deleteIfExists(folder);
    }
  }
}
