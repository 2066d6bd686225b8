package org.jvmcluster.runtime.protocol;

/**
 * The names of readings that both sides know. A name is never given a second meaning. Labels stand
 * behind the kind: {@code loop} is the number of an event loop, from 0; {@code kind} a kind of
 * task.
 */
public final class ReadingNames {
  /** Gauge: open connections on supervised ports. */
  public static final String CONNECTIONS = "connections";

  /** Gauge: requests accepted and not yet answered. */
  public static final String IN_FLIGHT = "inFlight";

  /** Counter: requests answered since the worker started. */
  public static final String REQUESTS = "requests";

  /** Counter: how often accepting failed for want of descriptors or memory. */
  public static final String ACCEPT_FAILURES = "acceptFailures";

  /** Gauge: bytes of heap in use. */
  public static final String HEAP_USED_BYTES = "heapUsedBytes";

  /** Gauge: bytes the heap may grow to. */
  public static final String HEAP_MAX_BYTES = "heapMaxBytes";

  /** Distribution, label {@code loop}: arrival in the kernel to last byte written. */
  public static final String LATENCY_NANOS = "latencyNanos";

  /** Distribution, label {@code loop}: first read to last byte written. */
  public static final String SERVER_TIME_NANOS = "serverTimeNanos";

  /** Counter, label {@code loop}: time not spent waiting in the poller, the running turn too. */
  public static final String LOOP_BUSY_NANOS = "loopBusyNanos";

  /**
   * Counter, label {@code loop}: time since the loop began, read in the same instant as {@link
   * #LOOP_BUSY_NANOS}, so that the quotient of their differences is never below 0 or above 1.
   */
  public static final String LOOP_ELAPSED_NANOS = "loopElapsedNanos";

  /** Counter, label {@code loop}: CPU time of the loop's thread. */
  public static final String LOOP_CPU_NANOS = "loopCpuNanos";

  /** Counter, label {@code loop}: time the loop's thread could run and had no core. */
  public static final String LOOP_RUN_QUEUE_NANOS = "loopRunQueueNanos";

  /** Distribution, label {@code loop}: how late ticks of 10 ms would have run. */
  public static final String LOOP_LAG_NANOS = "loopLagNanos";

  /** Distribution, label {@code loop}: lengths of the turns, from poll to poll. */
  public static final String LOOP_TURN_NANOS = "loopTurnNanos";

  /** Distribution, label {@code loop}: submit to first instruction of tasks put on from outside. */
  public static final String LOOP_TASK_WAIT_NANOS = "loopTaskWaitNanos";

  /** Gauge, label {@code loop}: tasks in the loop's queue. */
  public static final String LOOP_PENDING_TASKS = "loopPendingTasks";

  /** Gauge, label {@code loop}: how long the loop has been away from the poller; 0 if it waits. */
  public static final String LOOP_BUSY_FOR_NANOS = "loopBusyForNanos";

  /** Distribution: garbage collection pauses, each with its length. */
  public static final String GC_PAUSE_NANOS = "gcPauseNanos";

  /** Counter: the sum of all garbage collection pauses. */
  public static final String GC_PAUSED_NANOS = "gcPausedNanos";

  /** Counter: time the container's CPU quota held the process. */
  public static final String CPU_THROTTLED_NANOS = "cpuThrottledNanos";

  /** Counter: periods of the CPU quota in which the process was held. */
  public static final String CPU_THROTTLED_PERIODS = "cpuThrottledPeriods";

  /** Counter: CPU time that the hypervisor gave to others, summed over the machine's cores. */
  public static final String CPU_STOLEN_NANOS = "cpuStolenNanos";

  /** Distribution: spans in which no thread of the process ran and no collection explains it. */
  public static final String PROCESS_STOP_NANOS = "processStopNanos";

  /** Gauge: threads the task pool may have. */
  public static final String POOL_SIZE = "poolSize";

  /** Gauge: threads the task pool has started. */
  public static final String POOL_THREADS = "poolThreads";

  /** Gauge: threads of the task pool that run a task. */
  public static final String POOL_BUSY = "poolBusy";

  /** Gauge: tasks that wait for a thread of the task pool. */
  public static final String POOL_QUEUED = "poolQueued";

  /** Gauge: how long the oldest waiting task has waited; 0 if none waits. */
  public static final String POOL_OLDEST_WAIT_NANOS = "poolOldestWaitNanos";

  /** Gauge: how long the oldest running task has run; 0 if none runs. */
  public static final String POOL_OLDEST_RUN_NANOS = "poolOldestRunNanos";

  /** Distribution, label {@code kind}: submit to first instruction. */
  public static final String POOL_WAIT_NANOS = "poolWaitNanos";

  /** Distribution, label {@code kind}: first to last instruction. */
  public static final String POOL_RUN_NANOS = "poolRunNanos";

  /** Distribution, label {@code kind}: submit to last instruction. */
  public static final String POOL_TOTAL_NANOS = "poolTotalNanos";

  /** Counter, labels {@code kind}, {@code reason}: tasks that were refused and never ran. */
  public static final String POOL_REJECTED = "poolRejected";

  /** Counter, label {@code kind}: tasks that nobody waited for any more and that never ran. */
  public static final String POOL_EXPIRED = "poolExpired";

  /** Counter, label {@code kind}: tasks that ran and threw. */
  public static final String POOL_FAILED = "poolFailed";

  /** Gauge: 1 while every thread of the task pool waits for tasks that wait for a thread. */
  public static final String POOL_DEADLOCKED = "poolDeadlocked";

  /** Distribution, label {@code pool}: wait in one of Vert.x's own worker pools. */
  public static final String VERTX_POOL_WAIT_NANOS = "vertxPoolWaitNanos";

  /** Gauge, label {@code pool}: tasks waiting for one of Vert.x's own worker pools, or in order. */
  public static final String VERTX_POOL_QUEUED = "vertxPoolQueued";

  /** Gauge, label {@code pool}: threads of one of Vert.x's own worker pools that run a task. */
  public static final String VERTX_POOL_BUSY = "vertxPoolBusy";

  /**
   * Counter, label {@code reason}: requests refused with 503 before they reached the application.
   */
  public static final String SHED = "shed";

  /** Gauge: 1 while the worker refuses requests, else 0. */
  public static final String SHED_ACTIVE = "shedActive";

  private ReadingNames() {}

  /**
   * The name of a figure of the compute pool, which a worker of mode {@code threads} has beside the
   * task pool: {@code computeBusy} for {@link #POOL_BUSY}, and so on. Not a label, so that nobody
   * adds the two pools up.
   *
   * @param ofTaskPool one of the names above that begin with {@code pool}
   */
  public static String ofCompute(String ofTaskPool) {
    if (!ofTaskPool.startsWith("pool")) {
      throw new IllegalArgumentException(ofTaskPool + " is no figure of the task pool");
    }
    return "compute" + ofTaskPool.substring("pool".length());
  }
}
