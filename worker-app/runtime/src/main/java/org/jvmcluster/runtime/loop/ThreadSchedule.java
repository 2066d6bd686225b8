package org.jvmcluster.runtime.loop;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the kernel's scheduler has counted for one thread, from its {@code schedstat} file. Together
 * with the time a loop is away from its poller it tells three states apart: computing, waiting for
 * a core, and blocked.
 *
 * <p>The file is found by the thread itself and read by any thread; reading takes some microseconds
 * and never waits for the thread. A kernel without CONFIG_SCHED_INFO has no such file.
 */
final class ThreadSchedule {
  private static final Path THIS_THREAD = Path.of("/proc/thread-self");
  private static final Path TASKS = Path.of("/proc/self/task");

  private final Path file;

  private ThreadSchedule(Path file) {
    this.file = requireNonNull(file, "file");
  }

  /**
   * What was counted since the thread began.
   *
   * @param cpuNanos on a core
   * @param runQueueNanos able to run, but without a core
   */
  record Times(long cpuNanos, long runQueueNanos) {}

  /** Of the calling thread; empty where the kernel does not count. */
  static Optional<ThreadSchedule> ofThisThread() {
    try {
      // The link's text is PID/task/TID, in the numbers of the mounted /proc. By way of
      // /proc/self, since the process may have another number elsewhere.
      Path task = TASKS.resolve(Files.readSymbolicLink(THIS_THREAD).getFileName());
      ThreadSchedule schedule = new ThreadSchedule(task.resolve("schedstat"));
      return schedule.read().map(times -> schedule);
    } catch (IOException | UnsupportedOperationException noSuchLink) {
      return Optional.empty();
    }
  }

  /** Reads the counts; empty when the thread has ended. */
  Optional<Times> read() {
    try {
      return parse(Files.readString(file));
    } catch (IOException threadHasEnded) {
      return Optional.empty();
    }
  }

  /**
   * Understands a {@code schedstat} file: nanoseconds on a core, nanoseconds in a run queue, number
   * of time slices.
   */
  static Optional<Times> parse(String text) {
    String[] fields = text.strip().split(" ");
    if (fields.length < 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
    } catch (NumberFormatException otherFormat) {
      return Optional.empty();
    }
  }
}
