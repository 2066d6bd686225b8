package org.jvmcluster.supervisor.compare;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jvmcluster.supervisor.load.LoadClient;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.thread.ChoreThread;

/** A load that goes on while something is done to the arm. Closing it ends it. */
final class BackgroundLoad implements AutoCloseable {
  private final FutureTask<LoadResult> task;
  private final long limitSeconds;

  private BackgroundLoad(FutureTask<LoadResult> task, long limitSeconds) {
    this.task = task;
    this.limitSeconds = limitSeconds;
  }

  static BackgroundLoad start(RunningArm arm, LoadShape shape) {
    LoadPlan plan = shape.plan(arm);
    FutureTask<LoadResult> task =
        new FutureTask<>(() -> new LoadClient(plan, shape.sequence()).runPractised());
    ChoreThread.start("background-load", task);
    return new BackgroundLoad(
        task, plan.time().plus(plan.timeout()).plus(plan.timeout()).toSeconds());
  }

  /** Waits for its end. */
  LoadResult result() throws ArmException, InterruptedException {
    try {
      return task.get(limitSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new ArmException("the load on it failed: " + e, e);
    }
  }

  @Override
  public void close() {
    task.cancel(true);
  }
}
