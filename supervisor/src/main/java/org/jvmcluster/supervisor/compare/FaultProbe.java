package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.compare.ComparisonPlan.FaultPlan;
import org.jvmcluster.supervisor.compare.result.Disturbance;
import org.jvmcluster.supervisor.load.LoadMix;
import org.jvmcluster.supervisor.load.LoadResult;

/** What a kill and a restart cost those who ask meanwhile. */
final class FaultProbe {
  /** Into the load: by then every connection it needs was made once. */
  private static final long BEFORE_MILLIS = 2_000;

  /** A request that a dead worker had is told so at once; one that waits longer is lost. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A worker boots in a second or two, and again after the back-off. */
  private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(1);

  /** A worker more, so many seconds more: each is replaced after the other. */
  private static final int RESTART_SECONDS_PER_WORKER = 2;

  private final RunningArm arm;
  private final FaultPlan plan;

  FaultProbe(RunningArm arm, FaultPlan plan) {
    this.arm = requireNonNull(arm, "arm");
    this.plan = requireNonNull(plan, "plan");
  }

  /** Whether a worker of it can be killed: they must be known. */
  static boolean canKill(RunningArm arm) throws ArmException {
    return arm.readyWorkers().isPresent();
  }

  /** SIGKILL to one worker, the only one where there is one. */
  Disturbance kill() throws ArmException, InterruptedException {
    List<Long> workers = ready();
    if (workers.isEmpty()) {
      throw new ArmException("it has no ready worker to kill");
    }
    long victim = workers.get(workers.size() - 1);
    try (BackgroundLoad load = BackgroundLoad.start(arm, shape(plan.seconds()))) {
      TimeUnit.MILLISECONDS.sleep(BEFORE_MILLIS);
      Instant at = Instant.now();
      long begun = NanoClock.SYSTEM.nanos();
      boolean killed = ProcessHandle.of(victim).map(ProcessHandle::destroyForcibly).orElse(false);
      if (!killed) {
        throw new ArmException("its worker " + victim + " cannot be killed");
      }
      boolean recovered =
          Waiting.until(
              () -> {
                List<Long> now = ready();
                return now.size() >= workers.size() && !now.contains(victim);
              },
              RECOVERY_LIMIT);
      Duration recovery = Duration.ofNanos(NanoClock.SYSTEM.nanos() - begun);
      return disturbance(
          Disturbance.What.KILL,
          load.result(),
          at,
          recovered ? Optional.of(recovery) : Optional.empty());
    }
  }

  /** All workers replaced, one after the other. */
  Disturbance restart() throws ArmException, InterruptedException {
    int seconds = plan.seconds() + RESTART_SECONDS_PER_WORKER * ready().size();
    try (BackgroundLoad load = BackgroundLoad.start(arm, shape(seconds))) {
      TimeUnit.MILLISECONDS.sleep(BEFORE_MILLIS);
      Instant at = Instant.now();
      long begun = NanoClock.SYSTEM.nanos();
      arm.restart();
      Duration recovery = Duration.ofNanos(NanoClock.SYSTEM.nanos() - begun);
      return disturbance(Disturbance.What.RESTART, load.result(), at, Optional.of(recovery));
    }
  }

  private LoadShape shape(int seconds) {
    return LoadShape.steady(LoadMix.of(plan.path()), plan.rate(), seconds, TIMEOUT);
  }

  private List<Long> ready() throws ArmException {
    return arm.readyWorkers()
        .orElseThrow(() -> new ArmException("which of its processes serve is not known"));
  }

  private static Disturbance disturbance(
      Disturbance.What what, LoadResult load, Instant at, Optional<Duration> recovery) {
    return new Disturbance(
        what, load, Duration.between(load.startedAt(), at), recovery, load.failed());
  }
}
