package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@code /proc} says of a process. Every figure is empty when the process is gone or may not
 * be read. Stateless, safe for any thread.
 */
public final class ProcessReader {
  /** USER_HZ: a tick of the times in /proc/PID/stat is 10 ms on every Linux Java runs on. */
  private static final int TICKS_PER_SECOND = 100;

  // Places in /proc/PID/stat counted from the state, which follows the name; proc_pid_stat(5).
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private final Path proc;

  /** The figures of this machine. */
  public ProcessReader() {
    this(Path.of("/proc"));
  }

  ProcessReader(Path proc) {
    this.proc = requireNonNull(proc, "proc");
  }

  /** Bytes of memory the process has in use, shared pages in full. */
  public Optional<Long> rssBytes(long pid) {
    return ProcFile.kibibytes(file(pid, "status"), "VmRSS");
  }

  /**
   * Bytes of memory the process has in use, a page that n processes share as an n-th: what adds up
   * over workers. The kernel walks all mappings for it, some milliseconds under a lock of the
   * process; read it every 10 s at the most.
   */
  public Optional<Long> pssBytes(long pid) {
    return ProcFile.kibibytes(file(pid, "smaps_rollup"), "Pss");
  }

  /** CPU time of all threads since the start, user and system, in steps of 10 ms. */
  public Optional<Duration> cpuTime(long pid) {
    try {
      String stat = Files.readString(file(pid, "stat"), StandardCharsets.ISO_8859_1);
      // The name may contain blanks and brackets; the last bracket ends it.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
      if (fields.length <= SYSTEM_TICKS) {
        return Optional.empty();
      }
      long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
      return Optional.of(Duration.ofMillis(ticks * (1000 / TICKS_PER_SECOND)));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private Path file(long pid, String name) {
    return proc.resolve(Long.toString(pid)).resolve(name);
  }
}
