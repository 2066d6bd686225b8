package org.jvmcluster.runtime.pool;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jvmcluster.runtime.api.Permits;
import org.jvmcluster.runtime.api.PoolOptions;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.api.TaskExpiredException;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.runtime.api.TaskOptions;
import org.jvmcluster.runtime.api.TaskPool;

/**
 * Measures what the task pool promises; started by {@code scripts/bench-pool.sh}. Prints a line a
 * case: what was done, what was measured, the bar and whether it was met, separated by tabs.
 *
 * <p>Tasks here hold their thread by sleeping: they stand for calls that block.
 */
public final class PoolBench {
  private static final long WAIT_SECONDS = 120;

  private final PoolRecords records = new PoolRecords();
  private final int seconds;
  private boolean missed;

  private PoolBench(int seconds) {
    this.seconds = seconds;
  }

  /**
   * Runs all cases; exits with 1 when a bar was missed.
   *
   * @param arguments how many seconds the overload lasts
   */
  public static void main(String[] arguments) throws Exception {
    PoolBench bench = new PoolBench(Integer.parseInt(arguments[0]));
    RuntimeSeam.watchPools(bench.records);
    bench.caps();
    bench.threads();
    bench.order();
    bench.fairness();
    bench.stamps();
    bench.expired();
    bench.rejected();
    bench.permits();
    bench.overload();
    System.exit(bench.missed ? 1 : 0);
  }

  private void caps() throws Exception {
    int[] sizes = {1, 2, 3, 4, 5, 8};
    int[] demanded = {1, 1, 2, 2, 3, 4};
    for (int i = 0; i < sizes.length; i++) {
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      try (TaskPool pool = open(options(sizes[i]))) {
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < 4 * sizes[i]; task++) {
          tasks.add(
              pool.submit(
                  TaskKind.DNS,
                  () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.sleep(20);
                    return running.decrementAndGet();
                  }));
        }
        await(Future.all(tasks));
      }
      say(
          "slow tasks at once on " + sizes[i] + " threads, " + 4 * sizes[i] + " submitted",
          most + " at most",
          "exactly " + demanded[i],
          most.get() == demanded[i]);
    }
  }

  private void threads() throws Exception {
    try (TaskPool pool = open(options(4))) {
      int before = pool.figures().threads();
      Thread only = await(pool.submit(TaskKind.CPU, Thread::currentThread));
      int one = pool.figures().threads();
      for (int i = 0; i < 100; i++) {
        while (only.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        await(pool.submit(TaskKind.CPU, () -> 1));
      }
      int oneByOne = pool.figures().threads();
      List<Future<?>> many = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        many.add(pool.submit(TaskKind.CPU, sleep(1)));
      }
      await(Future.all(many));
      String seen = before + ", " + one + ", " + oneByOne + ", " + pool.figures().threads();
      say(
          "threads of a pool of 4 before the first task, after it, after 100 one by one, after 100"
              + " at once",
          seen,
          "0, 1, 1, 4",
          seen.equals("0, 1, 1, 4"));
    }
  }

  private void order() throws Exception {
    int count = 100_000;
    List<Integer> began = new ArrayList<>(count);
    try (TaskPool pool = open(options(1).withQueue(count))) {
      List<Future<?>> tasks = new ArrayList<>(count);
      TaskKind[] kinds = TaskKind.values();
      for (int i = 0; i < count; i++) {
        int number = i;
        // One thread, so a plain list is enough.
        tasks.add(pool.submit(kinds[i % kinds.length], () -> began.add(number)));
      }
      await(Future.all(tasks));
    }
    int overtaken = 0;
    for (int i = 1; i < count; i++) {
      overtaken += began.get(i) < began.get(i - 1) ? 1 : 0;
    }
    say(
        count + " tasks of all kinds on 1 thread: how many began before an earlier one",
        Integer.toString(overtaken),
        "0",
        overtaken == 0);
  }

  /** Clients in a loop, as many as would let an unfair queue forget one of them. */
  private void fairness() throws Exception {
    int clients = 20;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    records.clear();
    try (TaskPool pool = open(options(1))) {
      CountDownLatch ended = new CountDownLatch(clients);
      for (int i = 0; i < clients; i++) {
        again(pool, end, ended);
      }
      ended.await();
    }
    // The first tasks of all clients met an empty queue.
    List<Long> waits = records.waits().stream().skip(clients).sorted().toList();
    double median = millis(waits.get(waits.size() / 2));
    double most = millis(waits.get(waits.size() - 1));
    say(
        clients
            + " clients in a loop on 1 thread for "
            + seconds
            + " s, "
            + waits.size()
            + " tasks",
        String.format(
            Locale.ROOT,
            "median wait %.1f ms, longest %.1f ms, ratio %.1f",
            median,
            most,
            most / median),
        "longest at most 3 times the median",
        most <= 3 * median);
  }

  private static void again(TaskPool pool, long end, CountDownLatch ended) {
    if (System.nanoTime() - end >= 0) {
      ended.countDown();
    } else {
      pool.submit(TaskKind.APP, sleep(10)).onComplete(done -> again(pool, end, ended));
    }
  }

  private void stamps() throws Exception {
    int count = 500;
    records.clear();
    long[] begins = new long[count];
    long[] ends = new long[count];
    try (TaskPool pool = open(options(1))) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        begins[i] = System.nanoTime();
        tasks.add(
            pool.submit(
                TaskKind.FILE,
                () -> {
                  Thread.sleep(2);
                  ends[number] = System.nanoTime();
                  return number;
                }));
      }
      await(Future.all(tasks));
    }
    List<Double> apart = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long seen = ends[i] - begins[i];
      apart.add(Math.abs(records.totals().get(i) - seen) * 100.0 / seen);
    }
    apart.sort(null);
    double most = apart.get(count * 99 / 100);
    say(
        count + " tasks of 2 ms in a row: wait + run against the time outside of the pool",
        String.format(
            Locale.ROOT,
            "99 of 100 at most %.2f %% apart, the worst %.2f %%",
            most,
            apart.get(count - 1)),
        "5 % for 99 of 100; between two stamps a thread can lose its core",
        most <= 5);
  }

  private void expired() throws Exception {
    records.clear();
    AtomicInteger ran = new AtomicInteger();
    try (TaskPool pool = open(options(1))) {
      List<Future<?>> tasks = new ArrayList<>();
      Future<Integer> first = pool.submit(TaskKind.APP, sleep(200));
      TaskOptions soon = TaskOptions.none().withDeadline(Duration.ofMillis(100));
      for (int i = 0; i < 1000; i++) {
        tasks.add(pool.submit(TaskKind.APP, ran::incrementAndGet, soon));
      }
      await(first);
      await(Future.join(tasks).otherwiseEmpty());
    }
    say(
        "1000 tasks with a deadline of 100 ms behind one of 200 ms",
        ran + " ran, " + records.expired() + " dropped and counted",
        "0 ran, 1000 counted",
        ran.get() == 0 && records.expired() == 1000);
  }

  private void rejected() throws Exception {
    records.clear();
    CountDownLatch release = new CountDownLatch(1);
    try (TaskPool pool = open(options(1).withQueue(1000))) {
      CountDownLatch begun = new CountDownLatch(1);
      Future<Boolean> holds =
          pool.submit(
              TaskKind.APP,
              () -> {
                begun.countDown();
                return release.await(WAIT_SECONDS, TimeUnit.SECONDS);
              });
      begun.await();
      int count = 100_000;
      long began = System.nanoTime();
      for (int i = 0; i < count; i++) {
        pool.submit(TaskKind.CPU, () -> 1);
      }
      long each = (System.nanoTime() - began) / count;
      int queued = pool.figures().queued();
      release.countDown();
      await(holds);
      say(
          count + " tasks for a held thread and 1000 places",
          queued + " queued, " + records.rejected() + " rejected, " + each + " ns each",
          "1000 queued, the rest rejected",
          queued == 1000 && records.rejected() == count - 1000);
    }
  }

  private void permits() throws Exception {
    double[] light = new double[3];
    for (int i = 0; i < 3; i++) {
      boolean heavyOnes = i > 0;
      TaskOptions heavy =
          i == 2 ? TaskOptions.none().withPermits(Permits.of(3, 1000)) : TaskOptions.none();
      try (TaskPool pool = open(options(4))) {
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; heavyOnes && task < 100; task++) {
          tasks.add(pool.submit(TaskKind.HASH, sleep(20), heavy));
        }
        long began = System.nanoTime();
        await(pool.submit(TaskKind.FILE, sleep(5)));
        light[i] = millis(System.nanoTime() - began);
        await(Future.all(tasks));
      }
    }
    say(
        "a job of 5 ms on 4 threads alone, behind 100 of 20 ms, the same with 3 permits for those",
        String.format(Locale.ROOT, "%.1f, %.1f, %.1f ms", light[0], light[1], light[2]),
        "without permits 10 times or more, with permits 2 times or less",
        light[1] >= 10 * light[0] && light[2] <= 2 * light[0]);
  }

  /** Three times what the pool can do, from clients that give up after a second. */
  private void overload() throws Exception {
    Duration patience = Duration.ofSeconds(1);
    overload("no overload rule", options(4), patience);
    overload("overload rule of 500 ms", options(4).withMaxWait(Duration.ofMillis(500)), patience);
  }

  private void overload(String title, PoolOptions options, Duration patience) throws Exception {
    int taskMillis = 10;
    int capacity = options.size() * 1000 / taskMillis;
    AtomicLong good = new AtomicLong();
    AtomicLong late = new AtomicLong();
    AtomicLong dropped = new AtomicLong();
    try (TaskPool pool = open(options)) {
      await(pool.submit(TaskKind.APP, sleep(taskMillis)));
      long heapBefore = heap();
      long began = System.nanoTime();
      long count = 3L * capacity * seconds;
      for (long i = 0; i < count; i++) {
        long due = began + i * 1_000_000_000L / (3L * capacity);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          TimeUnit.NANOSECONDS.sleep(left);
        }
        pool.submit(TaskKind.APP, sleep(taskMillis), TaskOptions.none().withDeadline(patience))
            .onComplete(
                done -> {
                  boolean inTime = System.nanoTime() - due <= patience.toNanos();
                  (done.succeeded() && inTime
                          ? good
                          : done.cause() instanceof TaskExpiredException ? dropped : late)
                      .incrementAndGet();
                });
      }
      long ended = System.nanoTime();
      double perSecond = good.get() * 1e9 / (ended - began);
      long heapAfter = heap();
      double normal = untilNormal(pool, taskMillis, ended);
      say(
          "3 times the capacity for " + seconds + " s, clients wait 1 s, " + title,
          String.format(
              Locale.ROOT,
              "%.0f %% of the capacity answered in time, %d expired, %d rejected or late, heap %+.1f"
                  + " MB, normal %.2f s after the end",
              perSecond * 100 / capacity,
              dropped.get(),
              late.get(),
              (heapAfter - heapBefore) / 1e6,
              normal),
          "normal within 2 s, heap within 5 MB",
          normal <= 2 && heapAfter - heapBefore <= 5_000_000);
    }
  }

  /** Seconds from the end of the load until a new task takes no more than twice its idle time. */
  private static double untilNormal(TaskPool pool, int taskMillis, long ended) throws Exception {
    while (true) {
      long began = System.nanoTime();
      Future<Integer> probe = pool.submit(TaskKind.APP, sleep(taskMillis));
      await(probe.otherwiseEmpty());
      long now = System.nanoTime();
      if (probe.succeeded() && millis(now - began) <= 2 * taskMillis) {
        return (began - ended) / 1e9;
      }
      if (now - ended > TimeUnit.SECONDS.toNanos(WAIT_SECONDS)) {
        return Double.POSITIVE_INFINITY;
      }
    }
  }

  private static long heap() {
    // Twice: what the first leaves to be cleared, the second clears.
    System.gc();
    System.gc();
    Runtime jvm = Runtime.getRuntime();
    return jvm.totalMemory() - jvm.freeMemory();
  }

  private static TaskPool open(PoolOptions options) {
    return TaskPool.open(options);
  }

  private static PoolOptions options(int size) {
    return PoolOptions.defaults().withSize(size).withWaitWarning(Duration.ofDays(1));
  }

  private static Callable<Integer> sleep(int millis) {
    return () -> {
      Thread.sleep(millis);
      return millis;
    };
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  private void say(String what, String measured, String bar, boolean met) {
    missed |= !met;
    System.out.println(String.join("\t", what, measured, bar + ": " + (met ? "met" : "MISSED")));
  }
}
