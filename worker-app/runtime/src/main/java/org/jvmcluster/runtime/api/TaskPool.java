package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolShape;
import org.jvmcluster.runtime.pool.PoolState;

/**
 * A fixed number of threads for work that must not run on an event loop, beside Vert.x's own pools.
 * A task goes to the end of one bounded queue for all kinds and begins when it is its turn. Its
 * future completes on the Vert.x context that submitted it, a duplicated one too; without a context
 * on the thread of the pool.
 *
 * <p>Work is a plain {@link Callable} from input to output, so that the same class can run inline,
 * here, or on a {@link #compute} pool. What it throws comes through unchanged; {@link
 * TaskRejectedException} and {@link TaskExpiredException} say that it never ran.
 *
 * <p>Threads are daemons named {@code core-pool-N}. One is started only when a task finds none
 * idle. Between two tasks the interrupt flag, context class loader and name are put right. Thread
 * locals that a task sets and does not remove stay: Java has no way to clear those of a living
 * thread. Clear what you know of with {@link #onTaskEnd}.
 *
 * <p>A worker that drains leaves the pool running for the requests in flight. With a supervisor the
 * pool is measured by kind; without one it does the same unmeasured. Safe for any thread; no method
 * blocks.
 */
public final class TaskPool implements AutoCloseable {
  private static final List<String> KINDS =
      Arrays.stream(TaskKind.values()).map(TaskKind::wireName).toList();

  private final OpenPools pools;
  private final Consumer<? super String> warnings;
  private final List<Runnable> taskEndHooks = new CopyOnWriteArrayList<>();

  /** Of one pool, or of the two halves of a split one: for what waits, and for what computes. */
  private final List<CorePool> cores;

  private TaskPool(String name, IntFunction<String> threadNames, PoolOptions options, Place place) {
    this.pools = place.pools;
    this.warnings = place.warnings;
    List<CorePool> made = new ArrayList<>();
    for (int size : sizes(options)) {
      PoolShape shape =
          new PoolShape(
              name,
              threadNames,
              KINDS,
              size,
              options.queue(),
              options.slowLaneCap() ? PoolShape.slowCap(size) : size,
              options.maxWait().map(Duration::toNanos).orElse(0L),
              options.waitWarning().map(Duration::toNanos).orElse(0L));
      made.add(new CorePool(shape, place.clock, warnings, this::taskEnded));
    }
    this.cores = List.copyOf(made);
    cores.forEach(pools::add);
  }

  /** What a pool needs of its surroundings. */
  record Place(OpenPools pools, LongSupplier clock, Consumer<? super String> warnings) {
    static Place thisJvm() {
      return new Place(
          Worker.current().pools(),
          System::nanoTime,
          sentence -> System.err.println("task pool: " + sentence));
    }
  }

  /** Opens a pool. It has no thread before its first task. */
  public static TaskPool open(PoolOptions options) {
    return open(options, Place.thisJvm());
  }

  static TaskPool open(PoolOptions options, Place place) {
    AtomicInteger number = new AtomicInteger();
    // Both halves of a split pool number their threads together.
    return new TaskPool("core", ignored -> "core-pool-" + number.incrementAndGet(), options, place);
  }

  /**
   * Opens a pool as the environment of this process says, see {@link PoolOptions#from}.
   *
   * @throws IllegalArgumentException naming the variable, its value and what is allowed
   */
  public static TaskPool fromEnvironment() {
    return fromEnvironment(System.getenv());
  }

  /** Opens a pool as this environment says, see {@link PoolOptions#from}. */
  public static TaskPool fromEnvironment(Map<String, String> environment) {
    return open(PoolOptions.from(environment));
  }

  /**
   * Opens a pool of threads {@code compute-N} for work that computes: as the core pool, without a
   * cap on slow tasks.
   *
   * @param threads 1 to 1024; more than the cores bring nothing
   */
  public static TaskPool compute(int threads) {
    return compute(PoolOptions.defaults().withSize(threads), Place.thisJvm());
  }

  static TaskPool compute(PoolOptions options, Place place) {
    return new TaskPool(
        "compute", number -> "compute-" + number, options.withSlowLaneCap(false), place);
  }

  /** Hands over a task without deadline or permits. */
  public <T> Future<T> submit(TaskKind kind, Callable<T> work) {
    return submit(kind, work, TaskOptions.none());
  }

  /**
   * Hands over a task.
   *
   * @return completes with what {@code work} returns or throws; fails with {@link
   *     TaskRejectedException} when the task was not taken, and with {@link TaskExpiredException}
   *     when it was dropped before it began
   */
  public <T> Future<T> submit(TaskKind kind, Callable<T> work, TaskOptions options) {
    requireNonNull(work, "work");
    return Submission.submit(core(kind), kind, work, requireNonNull(options, "options"));
  }

  /** Threads it may have. */
  public int size() {
    return cores.stream().mapToInt(core -> core.shape().size()).sum();
  }

  /**
   * Has no effect but for a warning: the size is fixed when the pool is opened. Said rather than
   * left out, since a setting that is silently ignored is found last.
   *
   * @return whether the pool has that size
   */
  public boolean changeSize(int size) {
    if (size == size()) {
      return true;
    }
    warnings.accept(
        "pool "
            + cores.get(0).shape().name()
            + " keeps its "
            + size()
            + " threads, the change to "
            + size
            + " has no effect: the size is fixed at the start; set "
            + PoolOptions.SIZE_VARIABLE
            + " and restart");
    return false;
  }

  /** The pool at this instant. */
  public PoolFigures figures() {
    List<PoolState> states = cores.stream().map(CorePool::state).toList();
    return new PoolFigures(
        states.stream().mapToInt(PoolState::size).sum(),
        states.stream().mapToInt(PoolState::threads).sum(),
        states.stream().mapToInt(PoolState::busy).sum(),
        states.stream().mapToInt(PoolState::queued).sum(),
        Duration.ofNanos(states.stream().mapToLong(PoolState::oldestWaitNanos).max().orElse(0)),
        Duration.ofNanos(states.stream().mapToLong(PoolState::oldestRunNanos).max().orElse(0)),
        states.stream().anyMatch(PoolState::deadlocked));
  }

  /**
   * Adds a hook that runs after each task on the thread that ran it, before its outcome is handed
   * on: a place to clear thread locals. What it throws is warned of.
   */
  public void onTaskEnd(Runnable hook) {
    taskEndHooks.add(requireNonNull(hook, "hook"));
  }

  /**
   * Takes no more tasks and rejects those that wait; tasks that run end, and then the threads do.
   * Returns at once. Closing twice does nothing more.
   */
  @Override
  public void close() {
    for (CorePool core : cores) {
      core.close();
      pools.remove(core);
    }
  }

  private void taskEnded() {
    taskEndHooks.forEach(Runnable::run);
  }

  private CorePool core(TaskKind kind) {
    return cores.get(kind.computes() ? cores.size() - 1 : 0);
  }

  private static List<Integer> sizes(PoolOptions options) {
    int size = options.size();
    return options.split() ? List.of(size - size / 2, size / 2) : List.of(size);
  }
}
