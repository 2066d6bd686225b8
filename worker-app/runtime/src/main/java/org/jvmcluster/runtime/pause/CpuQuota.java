package org.jvmcluster.runtime.pause;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * How often and how long a CPU quota has held this process: for the rest of each period of 100 ms,
 * once its threads have used what they may, however little that is on average. Read from the kernel
 * directly, since the JVM's own event is a sample every 30 s. Says nothing where no group counts.
 *
 * <p>A process may be moved to another group while it runs, as an administrator or a service
 * manager does to limit it: its groups are looked up again at each reading, and the totals go on
 * from where they were. What a group had counted before the process came, or before this began to
 * look, is not the process's.
 *
 * <p>For one thread.
 */
final class CpuQuota implements ReadingSource {
  private static final Throttled NONE = new Throttled(0, 0);

  /** Where a process's groups stand; asked at each reading. */
  @FunctionalInterface
  interface Groups {
    /** The files of the groups that the process is in now; not all need exist or count. */
    List<Path> files();
  }

  private final Groups groups;
  private List<Path> files = List.of();
  private Throttled offset = NONE;
  private Throttled total = NONE;

  CpuQuota(Groups groups) {
    this.groups = requireNonNull(groups, "groups");
    look();
  }

  /** Of this process; without control groups it says nothing. */
  static CpuQuota ofThisProcess() {
    return new CpuQuota(new OwnGroups());
  }

  /** The groups of this process. */
  private static final class OwnGroups implements Groups {
    private String text = "";
    private List<Path> files = List.of();

    @Override
    public List<Path> files() {
      try {
        String now = Files.readString(Path.of("/proc/self/cgroup"));
        // The list of mounts may be long, and what is mounted changes less often still.
        if (!now.equals(text)) {
          files = CpuStatFiles.find(now, Files.readString(Path.of("/proc/self/mountinfo")));
          text = now;
        }
        return files;
      } catch (IOException noControlGroups) {
        return List.of();
      }
    }
  }

  /**
   * What one group has counted.
   *
   * @param periods in which it was held
   * @param nanos for how long in all
   */
  record Throttled(long periods, long nanos) {
    Throttled plus(Throttled other) {
      return new Throttled(periods + other.periods, nanos + other.nanos);
    }

    Throttled minus(Throttled other) {
      return new Throttled(periods - other.periods, nanos - other.nanos);
    }
  }

  /**
   * Understands a {@code cpu.stat}: version 1 has {@code throttled_time} in nanoseconds, version 2
   * {@code throttled_usec}. Empty for a group that does not count, as the outermost of version 2.
   */
  static Optional<Throttled> parse(String text) {
    long periods = -1;
    long nanos = -1;
    for (String line : text.split("\n")) {
      String[] fields = line.strip().split(" ");
      if (fields.length != 2) {
        continue;
      }
      switch (fields[0]) {
        case "nr_throttled" -> periods = number(fields[1]);
        case "throttled_time" -> nanos = number(fields[1]);
        case "throttled_usec" -> nanos = TimeUnit.MICROSECONDS.toNanos(number(fields[1]));
        default -> {
          // Of no interest here, or newer than this class.
        }
      }
    }
    return periods < 0 || nanos < 0 ? Optional.empty() : Optional.of(new Throttled(periods, nanos));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException otherFormat) {
      return -1;
    }
  }

  @Override
  public List<Reading> takeReadings() {
    return look()
        ? List.of(
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_PERIODS, total.periods()),
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, total.nanos()))
        : List.of();
  }

  /** Brings the total up to date; false when no group counts. */
  private boolean look() {
    List<Path> now = groups.files();
    Optional<Throttled> counted = counted(now);
    if (counted.isEmpty()) {
      return false;
    }
    if (!now.equals(files)) {
      offset = total.minus(counted.get());
      files = now;
    }
    total = counted.get().plus(offset);
    return true;
  }

  /** Over all of these groups; empty when none counts. */
  private static Optional<Throttled> counted(List<Path> files) {
    return files.stream().map(CpuQuota::read).flatMap(Optional::stream).reduce(Throttled::plus);
  }

  private static Optional<Throttled> read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException notThisGroup) {
      return Optional.empty();
    }
  }
}
