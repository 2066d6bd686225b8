package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How much memory all our processes together may use: the machine's, or less where a control group
 * says so.
 *
 * @param bytes at least 1
 * @param source where that is from, such as {@code a limit of 2048 MiB (memory.max)}
 */
public record MemoryLimit(long bytes, String source) {
  public MemoryLimit {
    requireNonNull(source, "source");
    if (bytes < 1) {
      throw new IllegalArgumentException("a memory limit is at least 1 byte, not " + bytes);
    }
  }

  /** The limit of this process now. */
  public static MemoryLimit ofThisProcess() {
    return read(Path.of("/"));
  }

  static MemoryLimit read(Path root) {
    List<MemoryLimit> limits = new ArrayList<>();
    ProcFile.kibibytes(root.resolve("proc/meminfo"), "MemTotal")
        .ifPresent(total -> limits.add(of(total, "a machine of %d MiB")));
    Cgroup cgroup = new Cgroup(root);
    for (Path folder : cgroup.unified()) {
      limit(folder.resolve("memory.max"), root).ifPresent(limits::add);
    }
    for (Path folder : cgroup.legacy("memory")) {
      limit(folder.resolve("memory.limit_in_bytes"), root).ifPresent(limits::add);
    }
    return limits.stream()
        .min(Comparator.comparingLong(MemoryLimit::bytes))
        .orElseGet(
            () -> of(Runtime.getRuntime().maxMemory() * 4, "an unknown machine, guessed %d MiB"));
  }

  private static MemoryLimit of(long bytes, String text) {
    return new MemoryLimit(Math.max(1, bytes), text.formatted(bytes >> 20));
  }

  /** No limit is {@code max} in version 2, and a number near 2^63 in version 1. */
  private static Optional<MemoryLimit> limit(Path file, Path root) {
    return ProcFile.firstLine(file)
        .filter(text -> text.matches("\\d{1,18}"))
        .map(
            text -> of(Long.parseLong(text), "a limit of %d MiB (/" + root.relativize(file) + ")"));
  }
}
