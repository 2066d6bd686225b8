package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * One warm-up: requests the paths in turn, one at a time, until the durations settle or a limit is
 * reached. A request that fails is counted and nothing else; a worker with a broken path still
 * serves the others.
 */
final class WarmUpRun {
  /** With less time left than this, no request is begun, and one that fails was cut off. */
  static final Duration LEAST_TIME = Duration.ofMillis(10);

  private final WarmUpLimits limits;
  private final Requester requester;
  private final Rest rest;
  private final NanoClock clock;

  WarmUpRun(WarmUpLimits limits, Requester requester, Rest rest, NanoClock clock) {
    this.limits = requireNonNull(limits, "limits");
    this.requester = requireNonNull(requester, "requester");
    this.rest = requireNonNull(rest, "rest");
    this.clock = requireNonNull(clock, "clock");
  }

  /** Sends one request and reads its answer. */
  @FunctionalInterface
  interface Requester {
    /**
     * Returns once the answer has been read.
     *
     * @param limit when to give up
     * @throws IOException when there is no answer, or one that says the request failed
     */
    void get(String path, Duration limit) throws IOException;
  }

  /** What is done between two requests, so that others get their turn. */
  @FunctionalInterface
  interface Rest {
    /** No rest: nobody else is served. */
    Rest NONE = request -> {};

    /**
     * Lets time pass.
     *
     * @param request how long the request before took, or what is left of the warm-up if that is
     *     less
     */
    void after(Duration request) throws InterruptedException;
  }

  /**
   * What came of it.
   *
   * @param requests sent, the failed ones included
   * @param failed of those
   * @param firstFailure empty when none failed
   */
  record Result(int requests, int failed, Optional<String> firstFailure, Duration took) {}

  /**
   * Runs on the calling thread until it is over.
   *
   * @param paths at least one
   * @param goesOn asked before each request; false ends the run
   */
  Result run(List<String> paths, BooleanSupplier goesOn) throws InterruptedException {
    SettlingRule rule = new SettlingRule();
    long begin = clock.nanos();
    Deadline deadline = Deadline.after(limits.time(), clock);
    int requests = 0;
    int failed = 0;
    @Nullable String firstFailure = null;
    while (requests < limits.requests()
        && !isOver(deadline)
        && !rule.isSettled()
        && goesOn.getAsBoolean()) {
      String path = paths.get(requests % paths.size());
      long sent = clock.nanos();
      requests++;
      try {
        requester.get(path, deadline.remaining());
        rule.add(clock.nanos() - sent);
      } catch (IOException e) {
        // One that the end of the warm-up cuts off says nothing about its path, unless it is the
        // first and the only one.
        if (!isOver(deadline) || requests == failed + 1) {
          failed++;
          if (firstFailure == null) {
            firstFailure = "GET " + path + ": " + e.getMessage();
          }
        }
      }
      long took = clock.nanos() - sent;
      rest.after(Duration.ofNanos(Math.min(took, deadline.remaining().toNanos())));
    }
    return new Result(
        requests,
        failed,
        Optional.ofNullable(firstFailure),
        Duration.ofNanos(clock.nanos() - begin));
  }

  private static boolean isOver(Deadline deadline) {
    return deadline.remainingNanos() < LEAST_TIME.toNanos();
  }
}
