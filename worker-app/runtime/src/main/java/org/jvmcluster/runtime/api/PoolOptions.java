package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link TaskPool} is like. Fixed when the pool is opened.
 *
 * @param size threads at most, 1 to 1024. More do not help: work that computes is bounded by the
 *     cores, and work that waits should wait without a thread
 * @param queue tasks that may wait for a thread, 1 or more; with {@code split} in either half
 * @param split whether work that computes and work that waits have half of the threads each, and a
 *     queue of their own, so that neither waits behind the other; needs a size of 2 or more
 * @param slowLaneCap whether slow tasks may take at most half of the threads, {@code (n + 1) / 2}
 * @param maxWait a task is rejected as overload while the one it would wait behind has waited for
 *     longer than this, or those before it will take longer by what tasks took lately; empty: never
 * @param waitWarning a wait to warn of, at most once a second; empty: none
 */
public record PoolOptions(
    int size,
    int queue,
    boolean split,
    boolean slowLaneCap,
    Optional<Duration> maxWait,
    Optional<Duration> waitWarning) {
  /** The environment variable of {@link #size()}. */
  public static final String SIZE_VARIABLE = "POOL_SIZE";

  /** The environment variable of {@link #queue()}. */
  public static final String QUEUE_VARIABLE = "POOL_QUEUE";

  /** The environment variable of {@link #split()}. */
  public static final String SPLIT_VARIABLE = "POOL_SPLIT";

  /** The environment variable of {@link #slowLaneCap()}. */
  public static final String SLOW_LANE_CAP_VARIABLE = "POOL_SLOW_LANE_CAP";

  /** The environment variable of {@link #maxWait()}. */
  public static final String MAX_WAIT_VARIABLE = "POOL_MAX_WAIT";

  /** The environment variable of {@link #waitWarning()}. */
  public static final String WAIT_WARNING_VARIABLE = "POOL_WAIT_WARN";

  /** As many as libuv allows; a greater number is a typing error. */
  static final int MAX_SIZE = 1024;

  private static final int DEFAULT_SIZE = 4;

  /** A quarter of a second of tasks that take one millisecond, on the four threads above. */
  private static final int DEFAULT_QUEUE = 1000;

  /** Nobody waits a day for a task; what is longer is a typing error. */
  static final Duration LONGEST = Duration.ofDays(1);

  /** A client notices a second. */
  private static final Duration DEFAULT_WAIT_WARNING = Duration.ofSeconds(1);

  public PoolOptions {
    requireNonNull(maxWait, "maxWait");
    requireNonNull(waitWarning, "waitWarning");
    check("the size of a pool", size, MAX_SIZE);
    check("the queue of a pool", queue, Integer.MAX_VALUE);
    maxWait.ifPresent(wait -> check("the longest wait in a pool", wait));
    waitWarning.ifPresent(wait -> check("the wait in a pool to warn of", wait));
    if (split && size < 2) {
      throw new IllegalArgumentException(
          "a pool of one thread cannot be split; set "
              + SIZE_VARIABLE
              + " to 2 or more, or "
              + SPLIT_VARIABLE
              + " to off");
    }
  }

  /** 4 threads, 1000 places, one queue, slow tasks capped, no overload rule, warnings from 1 s. */
  public static PoolOptions defaults() {
    return new PoolOptions(
        DEFAULT_SIZE,
        DEFAULT_QUEUE,
        false,
        true,
        Optional.empty(),
        Optional.of(DEFAULT_WAIT_WARNING));
  }

  /**
   * What the environment says, for the rest the defaults. An empty variable counts as not set.
   *
   * @throws IllegalArgumentException naming the variable, its value and what is allowed
   */
  public static PoolOptions from(Map<String, String> environment) {
    PoolVariables variables = new PoolVariables(environment);
    PoolOptions absent = defaults();
    return new PoolOptions(
        variables.number(SIZE_VARIABLE, absent.size, MAX_SIZE),
        variables.number(QUEUE_VARIABLE, absent.queue, Integer.MAX_VALUE),
        variables.flag(SPLIT_VARIABLE, absent.split),
        variables.flag(SLOW_LANE_CAP_VARIABLE, absent.slowLaneCap),
        variables.duration(MAX_WAIT_VARIABLE, absent.maxWait),
        variables.duration(WAIT_WARNING_VARIABLE, absent.waitWarning));
  }

  /** The same with another {@link #size()}. */
  public PoolOptions withSize(int size) {
    return new PoolOptions(size, queue, split, slowLaneCap, maxWait, waitWarning);
  }

  /** The same with another {@link #queue()}. */
  public PoolOptions withQueue(int queue) {
    return new PoolOptions(size, queue, split, slowLaneCap, maxWait, waitWarning);
  }

  /** The same with another {@link #split()}. */
  public PoolOptions withSplit(boolean split) {
    return new PoolOptions(size, queue, split, slowLaneCap, maxWait, waitWarning);
  }

  /** The same with another {@link #slowLaneCap()}. */
  public PoolOptions withSlowLaneCap(boolean slowLaneCap) {
    return new PoolOptions(size, queue, split, slowLaneCap, maxWait, waitWarning);
  }

  /** The same with a {@link #maxWait()}. */
  public PoolOptions withMaxWait(Duration maxWait) {
    return new PoolOptions(size, queue, split, slowLaneCap, Optional.of(maxWait), waitWarning);
  }

  /** The same with another {@link #waitWarning()}. */
  public PoolOptions withWaitWarning(Duration waitWarning) {
    return new PoolOptions(size, queue, split, slowLaneCap, maxWait, Optional.of(waitWarning));
  }

  private static void check(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          PoolVariables.range(what, 1, most, Integer.toString(value)));
    }
  }

  private static void check(String what, Duration value) {
    if (value.isZero() || value.isNegative() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          what + " is longer than zero and at most " + LONGEST.toHours() + " h, not " + value);
    }
  }
}
