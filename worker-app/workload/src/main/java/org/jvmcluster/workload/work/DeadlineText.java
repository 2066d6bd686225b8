package org.jvmcluster.workload.work;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Text that can be read only until a deadline: a regular expression that runs away asks for its
 * characters over and over, and here it gets an exception instead. For one match, on one thread.
 */
final class DeadlineText implements CharSequence {
  /** Reads between two looks at the clock: some 10 microseconds of matching, and no cost. */
  static final int READS_PER_LOOK = 1024;

  private final String text;
  private final LongSupplier nanoClock;
  private final long deadlineNanos;
  private int reads;

  /**
   * Starts the clock.
   *
   * @param nanoClock monotonic, in nanoseconds
   */
  DeadlineText(String text, Duration limit, LongSupplier nanoClock) {
    this.text = requireNonNull(text, "text");
    this.nanoClock = requireNonNull(nanoClock, "nanoClock");
    this.deadlineNanos = nanoClock.getAsLong() + limit.toNanos();
  }

  /** The time is over. Without a stack trace, which would be as deep as the match. */
  static final class PassedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PassedException() {
      super("the deadline has passed", null, false, false);
    }
  }

  /**
   * The character at that place.
   *
   * @throws PassedException when the time is over
   */
  @Override
  public char charAt(int index) {
    if (++reads % READS_PER_LOOK == 0 && nanoClock.getAsLong() - deadlineNanos >= 0) {
      throw new PassedException();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
