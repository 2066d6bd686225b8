package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the kernel says of all threads of a process at one moment. Of the whole process it keeps no
 * account of waiting for a core, so the threads are added up.
 *
 * @param threads how many there are; 0 when the process is gone
 * @param stopped how many a signal or a tracer has stopped
 * @param runnable how many run or could
 * @param cpuNanos CPU time of all since their start
 * @param runQueueNanos time that all have waited for a core; counted when a wait ends
 */
record ThreadLook(int threads, int stopped, int runnable, long cpuNanos, long runQueueNanos) {

  /** Looks now; some tens of microseconds a thread. */
  static ThreadLook at(Path proc, long pid) {
    Path tasks = proc.resolve(Long.toString(pid)).resolve("task");
    int threads = 0;
    int stopped = 0;
    int runnable = 0;
    long cpuNanos = 0;
    long runQueueNanos = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(tasks)) {
      for (Path task : entries) {
        Optional<Character> state = state(task);
        if (state.isEmpty()) {
          continue; // It has ended meanwhile.
        }
        threads++;
        switch (state.get()) {
          case 'T', 't' -> stopped++;
          case 'R' -> runnable++;
          default -> {}
        }
        long[] times = times(task);
        cpuNanos += times[0];
        runQueueNanos += times[1];
      }
    } catch (IOException gone) {
      return new ThreadLook(0, 0, 0, 0, 0);
    }
    return new ThreadLook(threads, stopped, runnable, cpuNanos, runQueueNanos);
  }

  boolean isStopped() {
    return threads > 0 && stopped == threads;
  }

  /** The field behind the name, which may contain blanks and brackets; proc_pid_stat(5). */
  private static Optional<Character> state(Path task) {
    return ProcFile.firstLine(task.resolve("stat"))
        .map(line -> line.substring(line.lastIndexOf(')') + 1).strip())
        .filter(rest -> !rest.isEmpty())
        .map(rest -> rest.charAt(0));
  }

  /**
   * Time on a core and time waiting for one, in nanoseconds; zeros where the kernel has neither.
   */
  private static long[] times(Path task) {
    return ProcFile.firstLine(task.resolve("schedstat"))
        .filter(line -> line.matches("\\d{1,18} \\d{1,18} .*"))
        .map(line -> line.split(" "))
        .map(words -> new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])})
        .orElse(new long[] {0, 0});
  }
}
