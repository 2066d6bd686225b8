package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How one task is to be handed over. Immutable; each method returns a changed copy. */
public final class TaskOptions {
  private static final TaskOptions NONE = new TaskOptions(null, () -> false, null, false);

  private final @Nullable Duration deadline;
  private final BooleanSupplier abandoned;
  private final @Nullable Permits permits;
  private final boolean slow;

  private TaskOptions(
      @Nullable Duration deadline,
      BooleanSupplier abandoned,
      @Nullable Permits permits,
      boolean slow) {
    this.deadline = deadline;
    this.abandoned = abandoned;
    this.permits = permits;
    this.slow = slow;
  }

  /** No deadline, no permits, and slow only if the kind is. */
  public static TaskOptions none() {
    return NONE;
  }

  /**
   * The task must have begun so long after it was submitted, else it never runs. One that has begun
   * goes on.
   *
   * @throws IllegalArgumentException when it is zero or negative
   */
  public TaskOptions withDeadline(Duration deadline) {
    if (deadline.isZero() || deadline.isNegative()) {
      throw new IllegalArgumentException(
          "a deadline lies after the submission, not " + deadline + " after it");
    }
    return new TaskOptions(deadline, abandoned, permits, slow);
  }

  /**
   * The task never runs when this is true before it begins.
   *
   * @param abandoned whether nobody waits for the outcome any more, such as the closed flag of a
   *     response; called by any thread and under the lock of the pool, so it must be quick and must
   *     not use the pool. When it throws, the task counts as waited for.
   */
  public TaskOptions abandonedWhen(BooleanSupplier abandoned) {
    return new TaskOptions(deadline, requireNonNull(abandoned, "abandoned"), permits, slow);
  }

  /** The task needs one of these permits from before it takes a place in the queue to its end. */
  public TaskOptions withPermits(Permits permits) {
    return new TaskOptions(deadline, abandoned, requireNonNull(permits, "permits"), slow);
  }

  /** The task counts as slow whatever its kind: only half of the threads may run such ones. */
  public TaskOptions asSlow() {
    return new TaskOptions(deadline, abandoned, permits, true);
  }

  /** The time after submission by which the task must have begun; empty when any is good. */
  public Optional<Duration> deadline() {
    return Optional.ofNullable(deadline);
  }

  /** The permits it needs one of; empty when none. */
  public Optional<Permits> permits() {
    return Optional.ofNullable(permits);
  }

  /** Whether it counts as slow whatever its kind. */
  public boolean isSlow() {
    return slow;
  }

  boolean isAbandoned() {
    try {
      return abandoned.getAsBoolean();
    } catch (RuntimeException e) {
      // Who cannot tell is taken to wait: to run in vain costs less than to drop a client.
      return false;
    }
  }
}
