package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private final TestPools pools = new TestPools();

  @AfterEach
  void close() {
    pools.close();
  }

  @Test
  void letsLightWorkPassAQueueFullOfHeavyWork() throws Exception {
    TaskPool pool = pools.open(2);
    Permits permits = Permits.of(1, 100);
    HeldTask first = pools.held();
    heavy(pool, permits, first);
    for (int i = 0; i < 100; i++) {
      heavy(pool, permits, pools.held());
    }
    first.awaitBegin();

    assertThat(TestPools.await(pool.submit(TaskKind.FILE, () -> "light"))).isEqualTo("light");

    assertThat(permits.waiting()).isEqualTo(100);
    assertThat(pool.figures().queued()).isZero();
    assertThat(pool.figures().threads()).isLessThanOrEqualTo(2);
  }

  @Test
  void neverHasMoreAtOnceThanPermitsAndRunsAllInOrder() throws Exception {
    TaskPool pool = pools.open(4);
    Permits permits = Permits.of(2, 1000);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      tasks.add(
          pool.submit(
              TaskKind.HASH,
              () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                return running.decrementAndGet();
              },
              TaskOptions.none().withPermits(permits)));
    }

    TestPools.await(Future.all(tasks));

    assertThat(most).hasValueBetween(1, 2);
    assertThat(permits.waiting()).isZero();
  }

  @Test
  void rejectsWhatFindsTheLineFull() throws Exception {
    TaskPool pool = pools.open(4);
    Permits permits = Permits.of(1, 1);
    HeldTask first = pools.held();
    heavy(pool, permits, first);
    first.awaitBegin();
    HeldTask second = pools.held();
    heavy(pool, permits, second);

    Future<String> third = heavy(pool, permits, pools.held());

    assertThat(third.cause()).isInstanceOf(TaskRejectedException.class);
    first.release();
    second.awaitBegin();
  }

  @Test
  void givesThePermitBackWhenTheWorkFails() throws Exception {
    TaskPool pool = pools.open(1);
    Permits permits = Permits.of(1, 1);
    Future<String> fails =
        pool.submit(
            TaskKind.HASH,
            () -> {
              throw new IllegalStateException("work");
            },
            TaskOptions.none().withPermits(permits));

    assertThatThrownBy(() -> TestPools.await(fails)).hasMessage("work");

    HeldTask next = pools.held();
    heavy(pool, permits, next);
    next.awaitBegin();
  }

  @Test
  void passesByThoseInTheLineThatNobodyWaitsForAnyMore() throws Exception {
    TaskPool pool = pools.open(4);
    Permits permits = Permits.of(1, 2);
    HeldTask first = pools.held();
    heavy(pool, permits, first);
    first.awaitBegin();
    HeldTask late = pools.held();
    TaskOptions soon = TaskOptions.none().withPermits(permits).withDeadline(Duration.ofMillis(100));
    Future<String> expires = pool.submit(TaskKind.HASH, late, soon);
    HeldTask last = pools.held();
    heavy(pool, permits, last);

    pools.advance(Duration.ofMillis(100));
    first.release();

    last.awaitBegin();
    assertThat(late.hasBegun()).isFalse();
    assertThatThrownBy(() -> TestPools.await(expires)).isInstanceOf(TaskExpiredException.class);
  }

  @Test
  void givesThePlacesOfExpiredTasksInTheLineToNewOnesWhenItIsFull() throws Exception {
    TaskPool pool = pools.open(4);
    Permits permits = Permits.of(1, 1);
    HeldTask first = pools.held();
    heavy(pool, permits, first);
    first.awaitBegin();
    Future<String> expires =
        pool.submit(
            TaskKind.HASH,
            pools.held(),
            TaskOptions.none().withPermits(permits).withDeadline(Duration.ofMillis(100)));

    pools.advance(Duration.ofMillis(100));
    HeldTask fresh = pools.held();
    heavy(pool, permits, fresh);

    assertThat(expires.cause()).isInstanceOf(TaskExpiredException.class);
    first.release();
    fresh.awaitBegin();
  }

  @Test
  void emptiesALongLineWhenThePoolIsClosed() throws Exception {
    TaskPool pool = pools.open(1);
    Permits permits = Permits.of(1, 50_000);
    HeldTask first = pools.held();
    heavy(pool, permits, first);
    first.awaitBegin();
    List<Future<String>> line = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      line.add(heavy(pool, permits, first));
    }

    pool.close();
    first.release();

    await().until(() -> permits.waiting() == 0);
    assertThatThrownBy(() -> TestPools.await(Future.all(line)))
        .isInstanceOf(TaskRejectedException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void refusesNoPermitsAtAll() {
    assertThatThrownBy(() -> Permits.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Permits.of(1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Permits.of(3, 0).count()).isEqualTo(3);
  }

  private static Future<String> heavy(TaskPool pool, Permits permits, HeldTask work) {
    return pool.submit(TaskKind.HASH, work, TaskOptions.none().withPermits(permits));
  }
}
