package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What a run sends. Bounded twice: it ends with the last of {@code requests}, and begins none after
 * {@code time}.
 *
 * @param target where
 * @param concurrency clients, each with one connection and at most one request in flight; 1 to
 *     {@link #MOST_CLIENTS}
 * @param requests in all; 1 to {@link #MOST_REQUESTS}
 * @param time in which requests are begun; up to {@link #LONGEST}
 * @param fresh a new connection for every request, instead of one a client kept alive
 * @param timeout from the moment a request is begun, connecting included; up to {@link #LONGEST}
 * @param retries how often a request without a good answer is sent again; 0 to {@link
 *     #MOST_RETRIES}
 * @param mix the paths that are asked for, instead of the target's
 * @param slices equal parts of the time that get a row each in the result; 1 to {@link
 *     #MOST_SLICES}
 */
public record LoadPlan(
    LoadTarget target,
    int concurrency,
    long requests,
    Duration time,
    boolean fresh,
    Duration timeout,
    int retries,
    LoadMix mix,
    int slices) {
  /** Each client is a descriptor here and one in the service; usual limits are not far above. */
  public static final int MOST_CLIENTS = 10_000;

  /** More is not a test but a service of its own. */
  public static final long MOST_REQUESTS = 1_000_000_000L;

  /** Who asks more often than that is no client but an attack. */
  public static final int MOST_RETRIES = 100;

  /** Each has a histogram of some 200 KB. */
  public static final int MOST_SLICES = 100;

  /** The longest run, and the longest that a single request is waited for. */
  public static final Duration LONGEST = Duration.ofHours(1);

  public LoadPlan {
    requireNonNull(target, "target");
    requireNonNull(time, "time");
    requireNonNull(timeout, "timeout");
    if (concurrency < 1 || concurrency > MOST_CLIENTS) {
      throw new IllegalArgumentException(
          "concurrency lies in 1.." + MOST_CLIENTS + ", not " + concurrency);
    }
    if (requests < 1 || requests > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "requests lies in 1.." + MOST_REQUESTS + ", not " + requests);
    }
    if (retries < 0 || retries > MOST_RETRIES) {
      throw new IllegalArgumentException("retries lies in 0.." + MOST_RETRIES + ", not " + retries);
    }
    requireNonNull(mix, "mix");
    if (slices < 1 || slices > MOST_SLICES) {
      throw new IllegalArgumentException("slices lies in 1.." + MOST_SLICES + ", not " + slices);
    }
    requireUpToLongest("time", time);
    requireUpToLongest("timeout", timeout);
  }

  /** A plan that asks for the target's path only. */
  public LoadPlan(
      LoadTarget target,
      int concurrency,
      long requests,
      Duration time,
      boolean fresh,
      Duration timeout,
      int retries) {
    this(
        target, concurrency, requests, time, fresh, timeout, retries, LoadMix.of(target.path()), 1);
  }

  /** A plan that asks for the target's path only and sends no request twice. */
  public LoadPlan(
      LoadTarget target,
      int concurrency,
      long requests,
      Duration time,
      boolean fresh,
      Duration timeout) {
    this(target, concurrency, requests, time, fresh, timeout, 0);
  }

  private static void requireUpToLongest(String what, Duration duration) {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          what + " is more than zero and at most " + LONGEST + ", not " + duration);
    }
  }

  /** The same with other paths; that of the target is not asked for then. */
  public LoadPlan withMix(LoadMix other) {
    return new LoadPlan(
        target, concurrency, requests, time, fresh, timeout, retries, other, slices);
  }

  /** The same with rows for so many parts of its time. */
  public LoadPlan withSlices(int other) {
    return new LoadPlan(target, concurrency, requests, time, fresh, timeout, retries, mix, other);
  }
}
