package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskPoolTest {
  private final TestPools pools = new TestPools();

  @AfterEach
  void close() {
    pools.close();
  }

  @Test
  void runsATaskOnAThreadOfItsOwn() throws Exception {
    TaskPool pool = pools.open(4);

    Thread ran = TestPools.await(pool.submit(TaskKind.FILE, Thread::currentThread));

    assertThat(ran.getName()).isEqualTo("core-pool-1");
    assertThat(ran.isDaemon()).isTrue();
  }

  @Test
  void hasNoThreadBeforeItsFirstTaskAndOneMoreOnlyWhenNoneIsIdle() throws Exception {
    TaskPool pool = pools.open(3);
    assertThat(pool.figures().threads()).isZero();

    for (int i = 0; i < 5; i++) {
      awaitIdle(TestPools.await(pool.submit(TaskKind.CPU, Thread::currentThread)));
      assertThat(pool.figures().threads()).isEqualTo(1);
    }

    pools.occupy(pool, TaskKind.CPU);
    assertThat(pool.figures().threads()).isEqualTo(1);
    pools.occupy(pool, TaskKind.CPU);
    assertThat(pool.figures().threads()).isEqualTo(2);
    pools.occupy(pool, TaskKind.CPU);
    Future<String> waiting = pool.submit(TaskKind.CPU, () -> "waited");
    assertThat(pool.figures().threads()).isEqualTo(3);
    assertThat(pool.figures().busy()).isEqualTo(3);
    assertThat(pool.figures().queued()).isEqualTo(1);
    assertThat(waiting.isComplete()).isFalse();
  }

  @Test
  void startsAThreadForEachOfManyTasksThatComeAtOnce() throws Exception {
    TaskPool pool = pools.open(3);
    awaitIdle(TestPools.await(pool.submit(TaskKind.CPU, Thread::currentThread)));

    List<HeldTask> tasks = List.of(pools.held(), pools.held(), pools.held());
    tasks.forEach(task -> pool.submit(TaskKind.CPU, task));

    for (HeldTask task : tasks) {
      task.awaitBegin();
    }
    assertThat(pool.figures().threads()).isEqualTo(3);
  }

  @Test
  void beginsTasksOfAllKindsInTheOrderOfTheirSubmission() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    List<Integer> began = new CopyOnWriteArrayList<>();
    List<Future<Boolean>> tasks = new ArrayList<>();
    TaskKind[] kinds = TaskKind.values();
    for (int i = 0; i < 80; i++) {
      int number = i;
      tasks.add(pool.submit(kinds[i % kinds.length], () -> began.add(number)));
    }

    first.release();
    TestPools.await(Future.all(tasks));

    assertThat(began).hasSize(80).isSorted();
  }

  @Test
  void handsOnWhatTheWorkThrowsAsItIs() {
    TaskPool pool = pools.open(1);
    IOException thrown = new IOException("bad image");

    Future<String> task =
        pool.submit(
            TaskKind.FILE,
            () -> {
              throw thrown;
            });

    assertThatThrownBy(() -> TestPools.await(task)).isSameAs(thrown);
  }

  @Test
  void handsOnAnErrorToo() {
    TaskPool pool = pools.open(1);

    Future<String> task =
        pool.submit(
            TaskKind.CPU,
            () -> {
              throw new StackOverflowError("recursion");
            });

    assertThatThrownBy(() -> TestPools.await(task)).hasRootCauseMessage("recursion");
  }

  @Test
  void completesWithNull() throws Exception {
    Object nothing = TestPools.await(pools.open(1).submit(TaskKind.APP, () -> null));

    assertThat(nothing).isNull();
  }

  @Test
  void rejectsWhatFindsTheQueueFullAndRunsTheRest() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(1).withQueue(2));
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    Future<Integer> second = pool.submit(TaskKind.CPU, () -> 2);
    Future<Integer> third = pool.submit(TaskKind.CPU, () -> 3);

    Future<Integer> fourth = pool.submit(TaskKind.CPU, () -> 4);

    assertThat(fourth.cause()).isInstanceOf(TaskRejectedException.class);
    assertThat(((TaskRejectedException) fourth.cause()).reason())
        .isEqualTo(TaskRejectedException.Reason.FULL);
    first.release();
    assertThat(TestPools.await(second) + TestPools.await(third)).isEqualTo(5);
    assertThat(TestPools.await(pool.submit(TaskKind.CPU, () -> 5))).isEqualTo(5);
  }

  @Test
  void countsNoTaskAsWaitingThatAnIdleThreadIsAboutToTake() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(4).withQueue(1));
    List<Future<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      tasks.add(pool.submit(TaskKind.APP, pools.held()));
    }

    assertThat(tasks.subList(0, 5)).noneMatch(Future::isComplete);
    assertThat(tasks.get(5).cause()).isInstanceOf(TaskRejectedException.class);
    assertThat(pool.figures().queued()).isEqualTo(1);
  }

  @Test
  void rejectsWhatWaitsWhenItIsClosedLetsRunWhatRunsAndEndsItsThreads() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask running = pools.held();
    Future<String> runs = pool.submit(TaskKind.APP, running);
    running.awaitBegin();
    Future<String> waits = pool.submit(TaskKind.APP, () -> "never");

    pool.close();
    pool.close();

    Future<String> late = pool.submit(TaskKind.APP, () -> "never");
    for (Future<String> refused : List.of(waits, late)) {
      assertThat(refused.cause()).isInstanceOf(TaskRejectedException.class);
      assertThat(((TaskRejectedException) refused.cause()).reason())
          .isEqualTo(TaskRejectedException.Reason.CLOSED);
    }
    running.release();
    assertThat(TestPools.await(runs)).isEqualTo("core-pool-1");
    await().until(() -> pool.figures().threads() == 0);
  }

  @Test
  void saysThatItsSizeDoesNotChange() throws Exception {
    TaskPool pool = pools.open(1);

    assertThat(pool.changeSize(8)).isFalse();

    assertThat(pools.warnings())
        .singleElement()
        .asString()
        .contains("keeps its 1 threads", "8", "no effect", "POOL_SIZE");
    assertThat(pool.size()).isEqualTo(1);
    pools.occupy(pool, TaskKind.APP);
    HeldTask second = pools.held();
    pool.submit(TaskKind.APP, second);
    assertThat(pool.figures().threads()).isEqualTo(1);
    assertThat(second.hasBegun()).isFalse();
  }

  @Test
  void takesTheSizeItHasForNoChange() {
    assertThat(pools.open(3).changeSize(3)).isTrue();
    assertThat(pools.warnings()).isEmpty();
  }

  @Test
  void keepsWorkThatComputesApartWhenItIsSplit() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(4).withSplit(true));
    assertThat(pool.size()).isEqualTo(4);
    pools.occupy(pool, TaskKind.HASH);
    pools.occupy(pool, TaskKind.CPU);
    HeldTask third = pools.held();
    pool.submit(TaskKind.HASH, third);

    String file = TestPools.await(pool.submit(TaskKind.FILE, () -> "read"));

    assertThat(file).isEqualTo("read");
    assertThat(third.hasBegun()).isFalse();
    assertThat(pool.figures().threads()).isEqualTo(3);
    assertThat(pool.figures().queued()).isEqualTo(1);
  }

  @Test
  void hasThreadsOfAnotherNameForComputing() throws Exception {
    TaskPool pool = pools.compute(2);

    assertThat(TestPools.await(pool.submit(TaskKind.CPU, () -> Thread.currentThread().getName())))
        .isEqualTo("compute-1");
  }

  @Test
  void tellsHowLongTheOldestTaskWaitsAndRuns() throws Exception {
    TaskPool pool = pools.open(1);
    pools.occupy(pool, TaskKind.APP);
    pools.advance(Duration.ofMillis(300));
    Future<String> waits = pool.submit(TaskKind.APP, () -> "later");
    pools.advance(Duration.ofMillis(200));

    PoolFigures figures = pool.figures();

    assertThat(waits.isComplete()).isFalse();
    assertThat(figures.oldestRun()).isEqualTo(Duration.ofMillis(500));
    assertThat(figures.oldestWait()).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void warnsOfALongWaitAtMostOnceASecond() throws Exception {
    TaskPool pool = pools.open(1);
    waitFor(pool, Duration.ofMillis(999));
    assertThat(pools.warnings()).isEmpty();

    waitFor(pool, Duration.ofSeconds(1));
    assertThat(pools.warnings()).singleElement().asString().contains("dns task waited 1000 ms");

    HeldTask first = pools.occupy(pool, TaskKind.APP);
    List<Future<String>> three = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      three.add(pool.submit(TaskKind.DNS, () -> "waited"));
    }
    pools.advance(Duration.ofSeconds(2));
    first.release();
    TestPools.await(Future.all(three));
    assertThat(pools.warnings()).hasSize(2);

    waitFor(pool, Duration.ofSeconds(1));
    assertThat(pools.warnings()).hasSize(3);
    assertThat(pools.warnings().get(2)).contains("2 more waited too long");
  }

  @Test
  void keepsNothingOfATaskThatHasEnded() throws Exception {
    TaskPool pool = pools.open(1);
    WeakReference<Object> input = runWithInput(pool);

    await()
        .until(
            () -> {
              System.gc();
              return input.get() == null;
            });
  }

  private static WeakReference<Object> runWithInput(TaskPool pool) throws Exception {
    Object input = new byte[1_000_000];
    TestPools.await(pool.submit(TaskKind.CPU, input::hashCode));
    return new WeakReference<>(input);
  }

  @Test
  void outlivesAHookThatThrowsAndSaysSo() throws Exception {
    TaskPool pool = pools.open(1);
    AtomicInteger ran = new AtomicInteger();
    pool.onTaskEnd(
        () -> {
          ran.incrementAndGet();
          throw new IllegalStateException("hook");
        });

    assertThat(TestPools.await(pool.submit(TaskKind.APP, () -> "one"))).isEqualTo("one");
    assertThat(TestPools.await(pool.submit(TaskKind.APP, () -> "two"))).isEqualTo("two");

    assertThat(ran).hasValue(2);
    assertThat(pools.warnings()).hasSize(2).allMatch(line -> line.contains("hook"));
    assertThat(pool.figures().threads()).isEqualTo(1);
  }

  private void waitFor(TaskPool pool, Duration wait) throws Exception {
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    Future<String> waits = pool.submit(TaskKind.DNS, () -> "waited");
    pools.advance(wait);
    first.release();
    TestPools.await(waits);
  }

  /** A thread that is back at the queue waits there. */
  private static void awaitIdle(Thread thread) {
    await().until(() -> thread.getState() == Thread.State.WAITING);
  }
}
