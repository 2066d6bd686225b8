package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * CPU time that processes have used so far, to be subtracted from a later reading. The kernel
 * counts each thread in nanoseconds ({@code schedstat}) and the process in ticks of 10 ms ({@code
 * stat}), which also has the time of threads that have ended. Immutable.
 *
 * @param processes by pid
 */
record CpuReading(Map<Long, OfProcess> processes) {
  /** USER_HZ is 100 on every Linux Java runs on. */
  private static final long TICK_NANOS = 10_000_000;

  // Places in /proc/PID/stat counted from the state, which follows the name; proc_pid_stat(5).
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  CpuReading {
    processes = Map.copyOf(processes);
  }

  /**
   * One process.
   *
   * @param threads nanoseconds by thread; empty where the kernel does not count them
   * @param ticksNanos all of its threads ever, in steps of 10 ms
   */
  record OfProcess(Map<Long, Long> threads, long ticksNanos) {
    OfProcess {
      threads = Map.copyOf(threads);
    }
  }

  /** Reads those of the processes that are still there. */
  static CpuReading of(Path proc, Collection<Long> pids) {
    Map<Long, OfProcess> processes = new HashMap<>();
    for (long pid : pids) {
      Path folder = proc.resolve(Long.toString(pid));
      ticksNanos(folder)
          .ifPresent(ticks -> processes.put(pid, new OfProcess(threads(folder), ticks)));
    }
    return new CpuReading(processes);
  }

  private static Map<Long, Long> threads(Path process) {
    Map<Long, Long> nanos = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path thread : folders) {
        content(thread.resolve("schedstat"))
            .map(text -> text.split(" ")[0])
            .filter(text -> text.matches("\\d{1,18}"))
            .ifPresent(
                text ->
                    nanos.put(Long.valueOf(thread.getFileName().toString()), Long.parseLong(text)));
      }
    } catch (IOException gone) {
      return Map.of();
    }
    return nanos;
  }

  private static Optional<Long> ticksNanos(Path process) {
    return content(process.resolve("stat"))
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip().split(" "))
        .filter(fields -> fields.length > SYSTEM_TICKS)
        .map(
            fields ->
                TICK_NANOS
                    * (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])));
  }

  private static Optional<String> content(Path file) {
    try {
      return Optional.of(Files.readString(file, ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * What all of them have used since an earlier reading; one that is new counts whole, one that has
   * ended since not at all.
   */
  Duration since(CpuReading earlier) {
    OfProcess nothing = new OfProcess(Map.of(), 0);
    return Duration.ofNanos(
        processes.entrySet().stream()
            .mapToLong(
                entry ->
                    used(
                        earlier.processes().getOrDefault(entry.getKey(), nothing),
                        entry.getValue()))
            .sum());
  }

  private static long used(OfProcess before, OfProcess after) {
    long byTicks = Math.max(0, after.ticksNanos() - before.ticksNanos());
    if (after.threads().isEmpty()) {
      return byTicks;
    }
    long byThreads =
        after.threads().entrySet().stream()
            .mapToLong(
                thread ->
                    Math.max(
                        0, thread.getValue() - before.threads().getOrDefault(thread.getKey(), 0L)))
            .sum();
    // A thread that has ended took its nanoseconds with it; only the ticks still have them.
    boolean someEnded = !after.threads().keySet().containsAll(before.threads().keySet());
    return someEnded ? Math.max(byTicks, byThreads) : byThreads;
  }
}
