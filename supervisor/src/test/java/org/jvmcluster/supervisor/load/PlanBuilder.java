package org.jvmcluster.supervisor.load;

import java.time.Duration;

/** A plan of one client and one request, with what a test wants different. */
record PlanBuilder(LoadPlan build) {
  /** Longer than any test may last. */
  private static final Duration UNLIMITED = Duration.ofMinutes(5);

  PlanBuilder(String url) {
    this(new LoadPlan(LoadTarget.of(url), 1, 1, UNLIMITED, false, UNLIMITED));
  }

  PlanBuilder clients(int clients) {
    return with(clients, build.requests(), build.time(), build.fresh(), build.timeout());
  }

  PlanBuilder requests(long requests) {
    return with(build.concurrency(), requests, build.time(), build.fresh(), build.timeout());
  }

  PlanBuilder time(Duration time) {
    return with(build.concurrency(), build.requests(), time, build.fresh(), build.timeout());
  }

  PlanBuilder fresh(boolean fresh) {
    return with(build.concurrency(), build.requests(), build.time(), fresh, build.timeout());
  }

  PlanBuilder timeout(Duration timeout) {
    return with(build.concurrency(), build.requests(), build.time(), build.fresh(), timeout);
  }

  private PlanBuilder with(
      int clients, long requests, Duration time, boolean fresh, Duration timeout) {
    return new PlanBuilder(new LoadPlan(build.target(), clients, requests, time, fresh, timeout));
  }
}
