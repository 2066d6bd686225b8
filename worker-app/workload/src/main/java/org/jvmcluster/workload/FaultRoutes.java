package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What goes wrong in services, on purpose. */
final class FaultRoutes {
  /** How an event loop hangs. */
  private enum Style {
    /** It waits for what never comes. */
    WAIT,

    /** It computes and never ends. */
    SPIN
  }

  /** An hour. */
  private static final int MAX_SECONDS = 3600;

  private static final int MEBIBYTE = 1024 * 1024;

  /** Never read, never emptied: that is the leak. */
  private final List<byte[]> leaked = Collections.synchronizedList(new ArrayList<>());

  private final GarbageMaker garbage;

  FaultRoutes(GarbageMaker garbage) {
    this.garbage = requireNonNull(garbage, "garbage");
  }

  List<Endpoint> endpoints() {
    return List.of(
        Endpoint.threadless(
            "/hang",
            "[?style=wait|spin]",
            "fault: hangs the event loop for ever",
            Cost.IO,
            FaultRoutes::hang),
        Endpoint.threadless(
            "/exit", "?code=1", "fault: ends the process", Cost.IO, FaultRoutes::exit),
        Endpoint.threadless(
            "/leak", "?mb=50", "fault: takes memory and keeps it", Cost.IO, this::leak),
        Endpoint.threadless(
            "/garbage",
            "?mbPerSecond=N[&seconds=10]",
            "fault: makes work for the garbage collector",
            Cost.IO,
            this::garbage));
  }

  private static void hang(RoutingContext context) throws Refused {
    switch (Parameters.choice(context, "style", Style.WAIT)) {
      case WAIT -> awaitNothing();
      case SPIN -> spin();
    }
  }

  private static void awaitNothing() {
    CountDownLatch never = new CountDownLatch(1);
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // A hang that an interrupt could end would be none.
      }
    }
  }

  private static void spin() {
    long turns = 0;
    while (turns >= 0) {
      // Never negative, and no compiler finds out.
      turns = (turns + 1) & Long.MAX_VALUE;
    }
  }

  private static void exit(RoutingContext context) throws Refused {
    int code = Parameters.number(context, "code", 1, 0, 255);
    // Not on the event loop, which an exit would wait for.
    new Thread(() -> System.exit(code), "exit").start();
  }

  private void leak(RoutingContext context) throws Refused {
    int megabytes = Parameters.number(context, "mb", 50, 1, 10_000);
    for (int i = 0; i < megabytes; i++) {
      leaked.add(new byte[MEBIBYTE]);
    }
    Answers.ok(context, "leaked " + megabytes + " MB, " + leaked.size() + " MB in all");
  }

  private void garbage(RoutingContext context) throws Refused {
    Parameters.required(context, "mbPerSecond", "100");
    int rate = Parameters.number(context, "mbPerSecond", 100, 1, 10_000);
    int seconds = Parameters.number(context, "seconds", 10, 1, MAX_SECONDS);
    if (!garbage.make(rate, Duration.ofSeconds(seconds))) {
      throw Refused.because(context, 409, "garbage is made already; wait until that is over");
    }
    Answers.ok(context, "makes " + rate + " MB of garbage a second for " + seconds + " s");
  }
}
