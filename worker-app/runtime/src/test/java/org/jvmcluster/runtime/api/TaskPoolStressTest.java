package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolObserver;
import org.jvmcluster.runtime.pool.PoolWatch;
import org.jvmcluster.runtime.pool.Refusal;

/** Many threads submit at once. */
@Timeout(60)
class TaskPoolStressTest {
  private static final int SUBMITTERS = 4;
  private static final int TASKS = 20_000;

  private final TestPools pools = new TestPools();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong expired = new AtomicLong();

  @AfterEach
  void close() {
    pools.close();
  }

  @Test
  void everyTaskEndsInExactlyOneWayAndNoBoundIsBroken() throws Exception {
    pools.registry().watch(new Counts());
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(4).withQueue(50));
    AtomicInteger running = new AtomicInteger();
    AtomicInteger slowRunning = new AtomicInteger();
    AtomicInteger mostRunning = new AtomicInteger();
    AtomicInteger mostSlow = new AtomicInteger();
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger dropped = new AtomicInteger();
    AtomicInteger mostQueued = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(SUBMITTERS * TASKS);

    submitFromManyThreads(
        number -> {
          boolean slow = number % 3 == 0;
          boolean abandoned = number % 7 == 0;
          pool.submit(
                  slow ? TaskKind.DNS : TaskKind.CPU,
                  () -> {
                    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                    if (slow) {
                      mostSlow.accumulateAndGet(slowRunning.incrementAndGet(), Math::max);
                      slowRunning.decrementAndGet();
                    }
                    return running.decrementAndGet();
                  },
                  TaskOptions.none().abandonedWhen(() -> abandoned))
              .onComplete(
                  done -> {
                    (done.succeeded()
                            ? ran
                            : done.cause() instanceof TaskRejectedException ? refused : dropped)
                        .incrementAndGet();
                    ended.countDown();
                  });
          mostQueued.accumulateAndGet(pool.figures().queued(), Math::max);
        });

    ended.await();
    assertThat(ran.get() + refused.get() + dropped.get()).isEqualTo(SUBMITTERS * TASKS);
    assertThat(ran).hasPositiveValue();
    assertThat(refused).hasPositiveValue();
    assertThat(dropped).hasPositiveValue();
    assertThat(mostRunning).hasValueBetween(1, 4);
    assertThat(mostSlow).hasValueBetween(1, 2);
    assertThat(mostQueued).hasValueBetween(1, 50);
    await().until(() -> pool.figures().busy() == 0);
    assertThat(finished).hasValue(ran.get());
    assertThat(rejected).hasValue(refused.get());
    assertThat(expired).hasValue(dropped.get());
  }

  @Test
  void oneThreadRunsTheTasksOfEachSubmitterInItsOrder() throws Exception {
    TaskPool pool =
        pools.open(PoolOptions.defaults().withSize(1).withQueue(SUBMITTERS * TASKS + 1));
    List<List<Integer>> began = new ArrayList<>();
    for (int i = 0; i < SUBMITTERS; i++) {
      began.add(Collections.synchronizedList(new ArrayList<>(TASKS)));
    }
    List<Future<Boolean>> tasks = Collections.synchronizedList(new ArrayList<>());
    TaskKind[] kinds = TaskKind.values();

    submitFromManyThreads(
        number ->
            tasks.add(
                pool.submit(
                    kinds[number % kinds.length], () -> began.get(number / TASKS).add(number))));

    TestPools.await(Future.all(tasks));
    assertThat(began).allSatisfy(numbers -> assertThat(numbers).hasSize(TASKS).isSorted());
  }

  private interface Submitter {
    void submit(int number);
  }

  private static void submitFromManyThreads(Submitter submitter) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int thread = 0; thread < SUBMITTERS; thread++) {
      int first = thread * TASKS;
      Thread submitting =
          new Thread(
              () -> {
                for (int i = 0; i < TASKS; i++) {
                  submitter.submit(first + i);
                }
              });
      submitting.start();
      threads.add(submitting);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private final class Counts implements PoolWatch, PoolObserver {
    @Override
    public void opened(CorePool pool) {
      pool.observe(this);
    }

    @Override
    public void closed(CorePool pool) {}

    @Override
    public void finished(int kind, long waitNanos, long runNanos, boolean failed) {
      finished.incrementAndGet();
    }

    @Override
    public void rejected(int kind, Refusal reason) {
      rejected.incrementAndGet();
    }

    @Override
    public void expired(int kind, long waitNanos) {
      expired.incrementAndGet();
    }
  }
}
