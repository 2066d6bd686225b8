package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How often a slot's workers died in a row, and when it tries again. */
final class Comeback {
  private int deathsInRow;
  private @Nullable Pause pause;

  /**
   * Between a death and the next start.
   *
   * @param told whether the log knows of it
   */
  record Pause(long sinceNanos, Due until, boolean told) {}

  /** Since the slot last had a worker that stayed ready for a while, or was given a clean slate. */
  int deathsInRow() {
    return deathsInRow;
  }

  /** A worker died that had been ready for so long; zero if it never was. */
  void countDeath(Duration readyFor) {
    if (readyFor.compareTo(RestartBackoff.RESET_AFTER_READY) >= 0) {
      deathsInRow = 0;
    }
    deathsInRow++;
  }

  /** What died before says nothing of what comes now. */
  void cleanSlate() {
    deathsInRow = 0;
  }

  /** Plans the next start. */
  void planAfter(Duration delay, Moment now) {
    pause = new Pause(now.nanos(), Due.after(now, delay), false);
  }

  /** Nothing is to be started. */
  void cancel() {
    pause = null;
  }

  Optional<Pause> pause() {
    return Optional.ofNullable(pause);
  }

  /** Whether it tries again, but not yet. */
  boolean isWaiting(Moment now) {
    return pause != null && !pause.until().hasCome(now);
  }

  /** Whether it is time to start. */
  boolean isDue(Moment now) {
    return pause != null && pause.until().hasCome(now);
  }

  /**
   * What the log should say of the plan; empty when it was said, or there is none.
   *
   * @param obstructed whether a process that was killed must exit first
   */
  Optional<String> news(boolean obstructed, Moment now) {
    if (pause == null || pause.told()) {
      return Optional.empty();
    }
    pause = new Pause(pause.sinceNanos(), pause.until(), true);
    Duration left = pause.until().left(now);
    String soon = obstructed ? "when the killed process has exited" : "at once";
    String when = left.isZero() ? soon : "in " + DurationText.of(left);
    String why = deathsInRow > 1 ? ", after " + deathsInRow + " deaths in a row" : "";
    return Optional.of("starts again " + when + why);
  }
}
