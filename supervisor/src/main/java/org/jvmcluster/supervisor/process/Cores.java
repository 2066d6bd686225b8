package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many cores this process may use at once: those it may run on, or fewer where a control group
 * grants less time. A fraction counts as a whole core: half a core still runs one worker, and of
 * one and a half the second half would lie idle.
 *
 * @param count at least 1
 * @param source which limit won, such as {@code CPU quota 0.5 (/sys/fs/cgroup/cpu.max)}
 */
public record Cores(int count, String source) {
  public Cores {
    requireNonNull(source, "source");
    if (count < 1) {
      throw new IllegalArgumentException("cores is at least 1, not " + count);
    }
  }

  /** The cores of this process now. */
  public static Cores ofThisProcess() {
    return read(Path.of("/"));
  }

  static Cores read(Path root) {
    List<Cores> limits = new ArrayList<>();
    limits.add(allowed(root));
    quotas(root)
        .forEach(
            (file, cores) ->
                limits.add(
                    new Cores(
                        (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.ceil(cores))),
                        "CPU quota " + text(cores) + " (/" + root.relativize(file) + ")")));
    // Of equals the first is kept: the cores we may run on.
    return limits.stream().min(Comparator.comparingInt(Cores::count)).orElseThrow();
  }

  /** The same, but a fraction stays one: 1.5 is one and a half. */
  public static double exactOfThisProcess() {
    return exact(Path.of("/"));
  }

  static double exact(Path root) {
    double allowed = allowed(root).count();
    return quotas(root).values().stream().reduce(allowed, Math::min);
  }

  /** By the file that has it. */
  private static Map<Path, Double> quotas(Path root) {
    Map<Path, Double> quotas = new LinkedHashMap<>();
    Cgroup cgroup = new Cgroup(root);
    for (Path folder : cgroup.unified()) {
      Path file = folder.resolve("cpu.max");
      ProcFile.firstLine(file).flatMap(Cores::quota).ifPresent(cores -> quotas.put(file, cores));
    }
    for (Path folder : cgroup.legacy("cpu")) {
      Path file = folder.resolve("cpu.cfs_quota_us");
      Optional<String> period = ProcFile.firstLine(folder.resolve("cpu.cfs_period_us"));
      ProcFile.firstLine(file)
          .flatMap(quota -> period.flatMap(length -> quota(quota + " " + length)))
          .ifPresent(cores -> quotas.put(file, cores));
    }
    return quotas;
  }

  /** Affinity and cpuset in one: the kernel gives the set that is left. */
  private static Cores allowed(Path root) {
    Optional<String> list = ProcFile.value(root.resolve("proc/self/status"), "Cpus_allowed_list");
    if (list.isEmpty()) {
      return new Cores(Runtime.getRuntime().availableProcessors(), "the JVM's own count");
    }
    int allowed = Math.max(1, members(list.get()));
    int online =
        ProcFile.firstLine(root.resolve("sys/devices/system/cpu/online"))
            .map(Cores::members)
            .orElse(allowed);
    return allowed < online
        ? new Cores(allowed, "CPU affinity " + list.get() + " (taskset or cpuset) of " + online)
        : new Cores(Math.min(allowed, online), "all cores of this machine");
  }

  /** {@code 0-2,4} has four members. */
  private static int members(String list) {
    int members = 0;
    for (String range : list.split(",")) {
      String[] ends = range.strip().split("-");
      int first = Integer.parseInt(ends[0]);
      members += Integer.parseInt(ends[ends.length - 1]) - first + 1;
    }
    return members;
  }

  /** No quota is {@code max} in version 2 and -1 in version 1. */
  private static Optional<Double> quota(String quotaAndPeriod) {
    if (!quotaAndPeriod.matches("[1-9]\\d{0,17} [1-9]\\d{0,17}")) {
      return Optional.empty();
    }
    String[] parts = quotaAndPeriod.split(" ");
    return Optional.of((double) Long.parseLong(parts[0]) / Long.parseLong(parts[1]));
  }

  private static String text(double cores) {
    return cores == Math.rint(cores) ? Long.toString((long) cores) : Double.toString(cores);
  }
}
