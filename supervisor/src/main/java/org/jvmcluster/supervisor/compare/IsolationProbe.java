package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.compare.ComparisonPlan.IsolationPlan;
import org.jvmcluster.supervisor.compare.result.Isolation;
import org.jvmcluster.supervisor.load.LatencyDistribution;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * What heavy requests do to a light one: light ones alone, one after the other, then heavy ones at
 * once and a light one 5 ms after the last of them was sent. Each has a connection of its own.
 */
final class IsolationProbe {
  static final int HEAVY_AT_ONCE = 5;
  private static final int LIGHT_ALONE = 10;
  private static final long BEHIND_MILLIS = 5;

  /** Five reports on one loop of a slow machine take some seconds. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static final int DIGITS = 3;

  private final RunningArm arm;
  private final IsolationPlan plan;

  IsolationProbe(RunningArm arm, IsolationPlan plan) {
    this.arm = requireNonNull(arm, "arm");
    this.plan = requireNonNull(plan, "plan");
  }

  /** One request, done. */
  private record Done(Duration latency, boolean good) {}

  /** One round, with an arm that nobody else asks. */
  Isolation.Round round() throws ArmException, InterruptedException {
    List<Done> idle = new ArrayList<>();
    for (int i = 0; i < LIGHT_ALONE; i++) {
      idle.add(ask(plan.lightPath(), new CountDownLatch(0)));
    }
    CountDownLatch toSend = new CountDownLatch(HEAVY_AT_ONCE);
    List<FutureTask<Done>> heavy = new ArrayList<>();
    for (int i = 0; i < HEAVY_AT_ONCE; i++) {
      FutureTask<Done> request = new FutureTask<>(() -> ask(plan.heavyPath(), toSend));
      ChoreThread.start("heavy-" + i, request);
      heavy.add(request);
    }
    if (!toSend.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw new ArmException("it took no connection for " + plan.heavyPath());
    }
    TimeUnit.MILLISECONDS.sleep(BEHIND_MILLIS);
    Done beside = ask(plan.lightPath(), new CountDownLatch(0));
    List<Done> heavyDone = new ArrayList<>();
    for (FutureTask<Done> request : heavy) {
      heavyDone.add(result(request));
    }
    return round(idle, beside, heavyDone);
  }

  private static Isolation.Round round(List<Done> idle, Done beside, List<Done> heavy) {
    List<Done> all = new ArrayList<>(idle);
    all.add(beside);
    all.addAll(heavy);
    return new Isolation.Round(
        distribution(idle),
        distribution(List.of(beside)),
        heavy.stream().filter(Done::good).map(Done::latency).sorted().toList(),
        all.stream().filter(done -> !done.good()).count());
  }

  private static LatencyDistribution distribution(List<Done> requests) {
    Histogram nanos = new Histogram(DIGITS);
    nanos.setAutoResize(true);
    requests.stream()
        .filter(Done::good)
        .forEach(done -> nanos.recordValue(done.latency().toNanos()));
    return LatencyDistribution.of(nanos);
  }

  /** A request that fails is no good one; the round goes on. */
  private Done ask(String path, CountDownLatch sent) {
    long begun = NanoClock.SYSTEM.nanos();
    boolean good;
    try (PlainRequest request = PlainRequest.send(arm.target(path), TIMEOUT)) {
      sent.countDown();
      good = request.status() < 400;
    } catch (IOException e) {
      sent.countDown();
      good = false;
    }
    return new Done(Duration.ofNanos(NanoClock.SYSTEM.nanos() - begun), good);
  }

  private static Done result(FutureTask<Done> request) throws ArmException, InterruptedException {
    try {
      return request.get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new ArmException("a heavy request did not end: " + e, e);
    }
  }
}
