package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool whose threads all wait for tasks that wait for a thread of the same pool. */
class PoolDeadlockTest {
  private static final Duration PROOF = Duration.ofSeconds(1);

  private final TestPools pools = new TestPools();

  /** Ends the waits of the tasks, whatever the test found. */
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    pools.close();
  }

  @Test
  void isFoundAndNamedWithThreadAndLine() throws Exception {
    TaskPool pool = pools.open(2);
    waitForInner(pool, 2);

    assertThat(pool.figures().deadlocked()).as("a first look is no proof").isFalse();
    pools.advance(PROOF.minusNanos(1));
    assertThat(pool.figures().deadlocked()).isFalse();
    pools.advance(Duration.ofMillis(100));
    assertThat(pool.figures().deadlocked()).isTrue();
    pools.advance(PROOF);
    assertThat(pool.figures().deadlocked()).isTrue();

    assertThat(pools.warnings())
        .singleElement()
        .asString()
        .contains(
            "pool core is deadlocked",
            "all 2 threads",
            "core-pool-1 at",
            "core-pool-2 at",
            "PoolDeadlockTest");
  }

  @Test
  void isFoundWithoutAnybodyLookingWhenTasksComeIn() throws Exception {
    TaskPool pool = pools.open(1);
    waitForInner(pool, 1);

    pools.advance(Duration.ofMillis(50));
    pool.submit(TaskKind.APP, () -> "a request");
    pools.advance(PROOF);
    pool.submit(TaskKind.APP, () -> "another");

    assertThat(pools.warnings()).singleElement().asString().contains("deadlocked");
  }

  @Test
  void isOverWhenItIs() throws Exception {
    TaskPool pool = pools.open(1);
    waitForInner(pool, 1);
    assertThat(pool.figures().deadlocked()).isFalse();
    pools.advance(PROOF);
    assertThat(pool.figures().deadlocked()).isTrue();

    end.countDown();
    await().until(() -> pool.figures().queued() == 0);
    pools.advance(PROOF);

    assertThat(pool.figures().deadlocked()).isFalse();
  }

  @Test
  void isNoneWhileOneThreadCanRunTheInnerTasks() throws Exception {
    TaskPool pool = pools.open(2);
    pools.occupy(pool, TaskKind.APP);
    waitForInner(pool, 1);

    pool.figures();
    pools.advance(PROOF.multipliedBy(2));

    // The other thread is held by a task without inner ones: slow, but it ends.
    assertThat(pool.figures().deadlocked()).isFalse();
    assertThat(pools.warnings()).noneMatch(line -> line.contains("deadlocked"));
  }

  @Test
  void isNoneWhenATaskSubmitsOthersAndGoesOn() throws Exception {
    TaskPool pool = pools.open(1);
    CountDownLatch submitted = new CountDownLatch(1);
    Future<String> outer =
        pool.submit(
            TaskKind.APP,
            () -> {
              pool.submit(TaskKind.APP, () -> "inner");
              submitted.countDown();
              long began = System.nanoTime();
              while (end.getCount() > 0 && System.nanoTime() - began < 10_000_000_000L) {
                Thread.onSpinWait();
              }
              return "outer";
            });
    assertThat(submitted.await(60, TimeUnit.SECONDS)).isTrue();

    pool.figures();
    pools.advance(PROOF.multipliedBy(2));

    assertThat(pool.figures().deadlocked()).isFalse();
    end.countDown();
    assertThat(TestPools.await(outer)).isEqualTo("outer");
    assertThat(TestPools.await(pool.submit(TaskKind.APP, () -> "next"))).isEqualTo("next");
  }

  @Test
  void isNoneWhenTasksOnlyComposeTheirInnerTasks() throws Exception {
    TaskPool pool = pools.open(1);
    List<Future<String>> chains = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      chains.add(
          pool.submit(TaskKind.APP, () -> pool.submit(TaskKind.APP, () -> "inner"))
              .compose(inner -> inner));
      pools.advance(PROOF);
      pool.figures();
    }

    for (Future<String> chain : chains) {
      assertThat(TestPools.await(chain)).isEqualTo("inner");
    }
    assertThat(pools.warnings()).noneMatch(line -> line.contains("deadlocked"));
  }

  /**
   * Runs so many tasks that all submit another when all have begun, and then wait for the end of
   * the test instead of for the inner one, which would be for ever.
   */
  private void waitForInner(TaskPool pool, int tasks) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(tasks);
    CountDownLatch submitted = new CountDownLatch(tasks);
    List<Thread> threads = new CopyOnWriteArrayList<>();
    for (int i = 0; i < tasks; i++) {
      pool.submit(
          TaskKind.APP,
          () -> {
            threads.add(Thread.currentThread());
            begun.countDown();
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            pool.submit(TaskKind.APP, () -> "inner");
            submitted.countDown();
            return end.await(60, TimeUnit.SECONDS);
          });
    }
    assertThat(submitted.await(60, TimeUnit.SECONDS)).isTrue();
    await()
        .until(
            () ->
                threads.stream()
                    .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
  }
}
