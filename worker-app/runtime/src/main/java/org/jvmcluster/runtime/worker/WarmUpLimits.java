package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long a warm-up may go on.
 *
 * @param requests at most so many, at least 1
 * @param time at most so long, counted from the first request
 */
record WarmUpLimits(int requests, Duration time) {
  /**
   * 200 requests take 96 to 99 % off the first client's request and two thirds off the CPU of the
   * first hundred; more gains little. 3 seconds: a restart of a fleet takes that long for each
   * slot.
   */
  static final WarmUpLimits DEFAULT = new WarmUpLimits(200, Duration.ofSeconds(3));

  WarmUpLimits {
    requireNonNull(time, "time");
    if (requests < 1) {
      throw new IllegalArgumentException("a warm-up has at least 1 request, not " + requests);
    }
  }
}
