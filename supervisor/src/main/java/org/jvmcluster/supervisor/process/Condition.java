package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Why a process does nothing that one can see.
 *
 * <p>It is <em>starved</em> of CPU when its threads waited for a core longer than they had one, and
 * for at least half of the time of one thread; or when some thread could run at every look and yet
 * all of them together got less than a tenth of a core, which is how a quota holds a process: a
 * wait that has not ended is in no account.
 *
 * @param isStarved whether it would go on if it had CPU
 * @param finding continues a sentence whose subject is the worker
 */
public record Condition(boolean isStarved, String finding) {
  /** Less than this share of a core, and its threads are held. */
  private static final double HELD_SHARE = 0.1;

  public Condition {
    requireNonNull(finding, "finding");
  }

  /**
   * Judges some looks at one process.
   *
   * @param looks at least one, oldest first
   * @param span from the first to the last
   */
  static Condition of(List<ThreadLook> looks, Duration span) {
    ThreadLook first = looks.get(0);
    ThreadLook last = looks.get(looks.size() - 1);
    if (last.threads() == 0) {
      return new Condition(false, "its process is gone");
    }
    if (last.isStopped()) {
      return new Condition(false, "its process is stopped (state T)");
    }
    long cpu = Math.max(0, last.cpuNanos() - first.cpuNanos());
    long waited = Math.max(0, last.runQueueNanos() - first.runQueueNanos());
    String had =
        "its threads had "
            + seconds(cpu)
            + " s of CPU in "
            + seconds(span.toNanos())
            + " s and waited "
            + seconds(waited)
            + " s for a core";
    boolean waits = waited > cpu && waited >= span.toNanos() / 2;
    boolean isHeld =
        looks.stream().allMatch(look -> look.runnable() > 0) && cpu < HELD_SHARE * span.toNanos();
    if (looks.size() > 1 && (waits || isHeld)) {
      return new Condition(true, "it waits for CPU: " + had);
    }
    return new Condition(false, "it does not want for CPU: " + had);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
  }
}
