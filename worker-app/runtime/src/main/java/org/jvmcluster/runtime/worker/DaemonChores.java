package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.FrontDoor.PrivateDoor;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;
import org.jvmcluster.runtime.time.NanoClock;

/** The chores as daemon threads. Its methods are called by one thread, the life cycle's. */
final class DaemonChores implements Chores {
  /**
   * The rest after a request of a gentle warm-up is as long as the request took, so it takes half
   * of one loop at most; this is the least, for requests that take next to nothing.
   */
  private static final Duration LEAST_REST = Duration.ofMillis(2);

  /**
   * The first request of a cold JVM may take a second on a busy machine; a rest as long would be
   * all of the warm-up.
   */
  private static final Duration LONGEST_REST = Duration.ofMillis(100);

  private final Outbox outbox;
  private final NanoClock clock;
  private @Nullable ReportLoop reports;

  /** Written by the life cycle's thread, read by the warm-up's. */
  private volatile boolean warmUpStopped;

  DaemonChores(Outbox outbox, NanoClock clock) {
    this.outbox = requireNonNull(outbox, "outbox");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public void startReports(List<ReadingSource> sources) {
    reports = new ReportLoop(sources, outbox, clock);
    Daemons.start("worker-report", reports);
  }

  @Override
  public void finishReports(Runnable then) {
    requireNonNull(reports, "reports").finish(then);
  }

  @Override
  public void warmUp(FrontDoor door, List<String> paths, boolean gentle, Consumer<Warmed> then) {
    Daemons.start("worker-warm-up", () -> then.accept(warmUp(door, paths, gentle)));
  }

  @Override
  public void stopWarmUp() {
    warmUpStopped = true;
  }

  @Override
  public void runDrainHooks(List<Runnable> hooks, Runnable then) {
    Daemons.start(
        "worker-drain-hooks",
        () -> {
          hooks.forEach(DaemonChores::runHook);
          then.run();
        });
  }

  private Warmed warmUp(FrontDoor door, List<String> paths, boolean gentle) {
    WarmUpRun.Rest rest = gentle ? DaemonChores::rest : WarmUpRun.Rest.NONE;
    try (PrivateDoor entrance = door.openPrivateDoor()) {
      WarmUpRun.Result result =
          new WarmUpRun(
                  WarmUpLimits.DEFAULT, new WarmUpClient(entrance.address(), clock), rest, clock)
              .run(paths, () -> !warmUpStopped);
      result
          .firstFailure()
          .ifPresent(
              first ->
                  StandardError.say(
                      result.failed()
                          + " of "
                          + result.requests()
                          + " warm-up requests failed, the first: "
                          + first
                          + "; if the path is wrong, name others with Worker.current().warmUp(...)"));
      return new Warmed(result.requests(), result.took());
    } catch (IOException | RuntimeException e) {
      StandardError.say("no warm-up, the first clients meet cold code: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Warmed(0, Duration.ZERO);
  }

  private static void rest(Duration request) throws InterruptedException {
    long nanos = Math.min(request.toNanos(), LONGEST_REST.toNanos());
    TimeUnit.NANOSECONDS.sleep(Math.max(nanos, LEAST_REST.toNanos()));
  }

  private static void runHook(Runnable hook) {
    try {
      hook.run();
    } catch (RuntimeException e) {
      StandardError.say("a drain hook of the application failed: " + e);
    }
  }
}
