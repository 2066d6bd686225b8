package org.jvmcluster.supervisor.fleet;

import java.time.Duration;

/** How long the fleet waits where no setting says so. */
final class Patience {
  private Patience() {}

  /**
   * From a worker's last word ({@code drained}, or {@code failed} where it served nobody) to its
   * exit, after which it is killed. What is left is shutdown hooks and closing Vert.x, which take
   * milliseconds, but are the application's own: the worker gives them 10 s and halts by itself
   * then.
   */
  static final Duration LAST_WORD_TO_EXIT = Duration.ofSeconds(12);

  /**
   * Beyond the drain limit, after which a draining worker is killed. At the limit it cuts by itself
   * and counts what it cut; this leaves it the time to say so, also on a busy machine.
   */
  static final Duration BEYOND_DRAIN_LIMIT = Duration.ofSeconds(5);

  /**
   * For a worker that hangs to say what its threads are at. A healthy JVM takes some milliseconds;
   * a stopped process never answers.
   */
  static final Duration DUMP = Duration.ofSeconds(2);

  /**
   * Beyond the limit of a dump, for whoever asked for it to say that there is none, and to save
   * one.
   */
  static final Duration BEYOND_DUMP = Duration.ofSeconds(1);

  /** For the machine to say why a worker is silent: it looks for a second. */
  static final Duration EXAMINE = Duration.ofSeconds(10);

  /** Until a silent worker that was starved of CPU is looked at again. */
  static final Duration STARVED_TO_NEXT_LOOK = Duration.ofSeconds(5);

  /** Until a killed process that was not seen to exit is killed, and logged, again. */
  static final Duration KILL_TO_EXIT = Duration.ofSeconds(5);

  /**
   * After so many kills nobody waits for a process any longer, though it is still watched: one that
   * survives SIGKILL for 10 s hangs in the kernel (a dead file system, a debugger), and a restart
   * or a stop must end.
   */
  static final int KILLS_UNTIL_NOBODY_WAITS = 3;

  /** For the copies of a generation's files to stand ready; longer means a dead file system. */
  static final Duration PREPARE = Duration.ofSeconds(60);
}
