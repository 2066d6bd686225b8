package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that nobody waits for any more, and tasks that would wait too long. */
class TaskDeadlineTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final TestPools pools = new TestPools();
  private final AtomicInteger ran = new AtomicInteger();

  @AfterEach
  void close() {
    pools.close();
  }

  @Test
  void runsATaskThatBeginsANanosecondBeforeItsDeadline() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    Future<Integer> task = submit(pool, TaskOptions.none().withDeadline(SECOND));

    pools.advance(SECOND.minusNanos(1));
    first.release();

    assertThat(TestPools.await(task)).isEqualTo(1);
  }

  @Test
  void neverRunsATaskThatWouldBeginAtItsDeadline() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    Future<Integer> task = submit(pool, TaskOptions.none().withDeadline(SECOND));

    pools.advance(SECOND);
    first.release();

    assertThatThrownBy(() -> TestPools.await(task))
        .isInstanceOf(TaskExpiredException.class)
        .hasMessageContainingAll("cpu task", "pool core", "1000 ms");
    assertThat(ran).hasValue(0);
  }

  @Test
  void neverRunsATaskWhoseClientHasGone() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    AtomicBoolean gone = new AtomicBoolean();
    Future<Integer> task = submit(pool, TaskOptions.none().abandonedWhen(gone::get));

    gone.set(true);
    first.release();

    assertThatThrownBy(() -> TestPools.await(task)).isInstanceOf(TaskExpiredException.class);
    assertThat(ran).hasValue(0);
  }

  @Test
  void takesAClientForWaitingThatCannotTell() throws Exception {
    TaskPool pool = pools.open(1);

    Future<Integer> task =
        submit(
            pool,
            TaskOptions.none()
                .abandonedWhen(
                    () -> {
                      throw new IllegalStateException("closed");
                    }));

    assertThat(TestPools.await(task)).isEqualTo(1);
  }

  @Test
  void runsOtherSlowTasksAfterOneThatHasExpired() throws Exception {
    TaskPool pool = pools.open(2);
    HeldTask first = pools.occupy(pool, TaskKind.DNS);
    Future<String> late =
        pool.submit(TaskKind.DNS, () -> "late", TaskOptions.none().withDeadline(SECOND));
    Future<String> next = pool.submit(TaskKind.DNS, () -> "next");

    pools.advance(SECOND);
    first.release();

    assertThat(TestPools.await(next)).isEqualTo("next");
    // Another thread may have run the next one meanwhile.
    assertThatThrownBy(() -> TestPools.await(late)).isInstanceOf(TaskExpiredException.class);
  }

  @Test
  void givesThePlacesOfExpiredTasksToNewOnesWhenItIsFull() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(1).withQueue(3));
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    List<Future<Integer>> old = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      old.add(submit(pool, TaskOptions.none().withDeadline(SECOND)));
    }
    assertThat(submit(pool, TaskOptions.none()).cause()).isInstanceOf(TaskRejectedException.class);

    pools.advance(SECOND);
    Future<Integer> fresh = submit(pool, TaskOptions.none());

    assertThat(old)
        .allSatisfy(task -> assertThat(task.cause()).isInstanceOf(TaskExpiredException.class));
    first.release();
    assertThat(TestPools.await(fresh)).isEqualTo(1);
  }

  @Test
  void refusesADeadlineThatHasPassedAlready() {
    assertThatThrownBy(() -> TaskOptions.none().withDeadline(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesADeadlineFarBeyondTheClock() throws Exception {
    TaskPool pool = pools.open(1);

    Future<Integer> task =
        submit(pool, TaskOptions.none().withDeadline(Duration.ofSeconds(Long.MAX_VALUE)));

    assertThat(TestPools.await(task)).isEqualTo(1);
  }

  @Test
  void refusesTasksAsOverloadWhileTheOldestHasWaitedTooLong() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(1).withMaxWait(SECOND));
    HeldTask first = pools.occupy(pool, TaskKind.APP);
    Future<Integer> oldest = submit(pool, TaskOptions.none());

    pools.advance(SECOND);
    assertThat(submit(pool, TaskOptions.none()).isComplete()).isFalse();
    pools.advance(Duration.ofNanos(1));
    Future<Integer> refused = submit(pool, TaskOptions.none());

    assertThat(refused.cause()).isInstanceOf(TaskRejectedException.class);
    assertThat(((TaskRejectedException) refused.cause()).reason())
        .isEqualTo(TaskRejectedException.Reason.OVERLOAD);
    first.release();
    TestPools.await(oldest);
    await().until(() -> pool.figures().queued() == 0);
    assertThat(TestPools.await(submit(pool, TaskOptions.none()))).isGreaterThan(1);
  }

  @Test
  void refusesTasksAsOverloadWhenThoseBeforeThemWillTakeTooLong() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(1).withMaxWait(SECOND));
    // After 200 runs of 100 ms each the mean is 100 ms, but for the rounding of nanoseconds.
    for (int i = 0; i < 200; i++) {
      HeldTask task = pools.held();
      Future<String> ran = pool.submit(TaskKind.CPU, task);
      task.awaitBegin();
      pools.advance(Duration.ofMillis(100));
      task.release();
      TestPools.await(ran);
    }
    pools.occupy(pool, TaskKind.CPU);

    List<Future<Integer>> burst = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      burst.add(submit(pool, TaskOptions.none()));
    }

    // One more than 10 times 100 ms: the mean is a little below.
    assertThat(burst.subList(0, 11)).noneMatch(Future::isComplete);
    assertThat(burst.subList(11, 100))
        .allSatisfy(task -> assertThat(task.cause()).isInstanceOf(TaskRejectedException.class));
  }

  @Test
  void doesNotTakeHangingLookupsForAnOverloadOfFiles() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(2).withMaxWait(SECOND));
    pools.occupy(pool, TaskKind.DNS);
    pool.submit(TaskKind.DNS, pools.held());
    pools.advance(SECOND.multipliedBy(10));

    assertThat(TestPools.await(submit(pool, TaskOptions.none()))).isEqualTo(1);
    assertThat(pool.submit(TaskKind.DNS, () -> "never").cause())
        .isInstanceOf(TaskRejectedException.class);
  }

  private Future<Integer> submit(TaskPool pool, TaskOptions options) {
    return pool.submit(TaskKind.CPU, ran::incrementAndGet, options);
  }
}
