package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jvmcluster.runtime.pool.PoolWatch;

/**
 * The other side of {@link Worker}: where the runtime connects itself. Public only because the
 * runtime lives in other packages; an application has no use for it.
 *
 * <p>Safe for any thread.
 */
public final class RuntimeSeam {
  private final Worker worker;

  private RuntimeSeam(Worker worker) {
    this.worker = worker;
  }

  /**
   * Makes this JVM a worker in the eyes of its application.
   *
   * @param onReadinessChange called when a hold is released, on the thread that releases it; must
   *     not block
   * @throws IllegalStateException when this JVM is one already
   */
  public static RuntimeSeam connect(Identity identity, Runnable onReadinessChange) {
    return connect(Worker.current(), identity, onReadinessChange);
  }

  static RuntimeSeam connect(Worker worker, Identity identity, Runnable onReadinessChange) {
    requireNonNull(worker, "worker").connect(identity, onReadinessChange);
    return new RuntimeSeam(worker);
  }

  /**
   * Watches the task pools of this JVM from now on, those that are open already too. Works before
   * and after {@link #connect}. The last watch counts.
   */
  public static void watchPools(PoolWatch watch) {
    Worker.current().pools().watch(watch);
  }

  /** What to request for warm-up; empty when the application wants none. */
  public List<String> warmUpPaths() {
    return worker.warmUpPaths();
  }

  /** What the application says it must not be ready before; empty when it may be. */
  public List<String> readinessHolds() {
    return worker.holdReasons();
  }

  /** Tells the application whether the worker refuses requests for overload; false at first. */
  public void overloaded(boolean now) {
    worker.overloaded(now);
  }

  /**
   * Tells the application that the worker drains.
   *
   * @return the hooks to run, in this order; empty at the second call
   */
  public List<Runnable> beginDrain() {
    return worker.beginDrain();
  }
}
