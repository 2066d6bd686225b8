package org.jvmcluster.runtime.pause;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Counted from when this object was made, as in {@link StolenTime}: a group is often older than
 * the worker, and has counted for workers before it.
 */
final class CpuQuota implements ReadingSource {
  private final List<Path> files;

  /** What each group had counted when it was first read. */
  private final Map<Path, Throttled> before = new HashMap<>();

  /**
   * @param files of the groups that the process is in; those that do not exist or do not count are
   *     left out
   */
  CpuQuota(List<Path> files) {
    this.files = List.copyOf(files);
    this.files.forEach(file -> read(file).ifPresent(first -> before.put(file, first)));
  }

  /** Of this process; empty where there are no control groups. */
  static CpuQuota ofThisProcess() {
    try {
      return new CpuQuota(
          CpuStatFiles.find(
              Files.readString(Path.of("/proc/self/cgroup")),
              Files.readString(Path.of("/proc/self/mountinfo"))));
    } catch (IOException noControlGroups) {
      return new CpuQuota(List.of());
    }
  }

  /**
   * What one group has counted.
   *
   * @param periods in which it was held
   * @param nanos for how long in all
   */
  record Throttled(long periods, long nanos) {}

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
    boolean known = false;
    long periods = 0;
    long nanos = 0;
    for (Path file : files) {
      Optional<Throttled> throttled = read(file);
      if (throttled.isPresent()) {
        known = true;
        Throttled first = before.computeIfAbsent(file, unseen -> throttled.get());
        periods += Math.max(0, throttled.get().periods() - first.periods());
        nanos += Math.max(0, throttled.get().nanos() - first.nanos());
      }
    }
    List<Reading> readings = new ArrayList<>(2);
    if (known) {
      readings.add(Reading.Counter.of(ReadingNames.CPU_THROTTLED_PERIODS, periods));
      readings.add(Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, nanos));
    }
    return readings;
  }

  private static Optional<Throttled> read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException notThisGroup) {
      return Optional.empty();
    }
  }
}
