package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow tasks may have at most half of the threads. */
class SlowLaneTest {
  private final TestPools pools = new TestPools();

  @AfterEach
  void close() {
    pools.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "5, 3", "8, 4"})
  void runsAtMostHalfAsManySlowTasksAsItHasThreadsRoundedUp(int size, int cap) throws Exception {
    TaskPool pool = pools.open(size);
    List<HeldTask> slow = new ArrayList<>();
    for (int i = 0; i <= size; i++) {
      HeldTask task = pools.held();
      slow.add(task);
      pool.submit(TaskKind.DNS, task);
    }

    for (HeldTask task : slow.subList(0, cap)) {
      task.awaitBegin();
    }
    if (cap < size) {
      // It came after all of them: once it has run, every slow task that may run does.
      TestPools.await(pool.submit(TaskKind.FILE, () -> "read"));
    }

    assertThat(slow).filteredOn(HeldTask::hasBegun).hasSize(cap);
    assertThat(pool.figures().busy()).isEqualTo(cap);
    // No thread is started for what may not run: one for the file at most.
    assertThat(pool.figures().threads()).isLessThanOrEqualTo(cap + 1);
  }

  @Test
  void letsFilesPassWhileLookupsHang() throws Exception {
    TaskPool pool = pools.open(4);
    for (int i = 0; i < 4; i++) {
      pool.submit(TaskKind.DNS, pools.held());
    }

    assertThat(TestPools.await(pool.submit(TaskKind.FILE, () -> "read"))).isEqualTo("read");
  }

  @Test
  void stopsFilesWhenTheCapIsOffAndLookupsHang() throws Exception {
    TaskPool pool = pools.open(PoolOptions.defaults().withSize(4).withSlowLaneCap(false));
    for (int i = 0; i < 4; i++) {
      pools.occupy(pool, TaskKind.DNS);
    }

    HeldTask file = pools.held();
    pool.submit(TaskKind.FILE, file);

    assertThat(file.hasBegun()).isFalse();
    assertThat(pool.figures().queued()).isEqualTo(1);
  }

  @Test
  void stopsFilesEvenWithTheCapWhenThereIsOneThread() throws Exception {
    TaskPool pool = pools.open(1);
    pools.occupy(pool, TaskKind.DNS);

    HeldTask file = pools.held();
    pool.submit(TaskKind.FILE, file);

    assertThat(file.hasBegun()).isFalse();
    assertThat(pool.figures().queued()).isEqualTo(1);
  }

  @Test
  void treatsATaskAsSlowThatAsksForIt() throws Exception {
    TaskPool pool = pools.open(2);
    pools.occupy(pool, TaskKind.DNS);
    HeldTask asksForIt = pools.held();
    pool.submit(TaskKind.APP, asksForIt, TaskOptions.none().asSlow());

    TestPools.await(pool.submit(TaskKind.APP, () -> "passes"));

    assertThat(asksForIt.hasBegun()).isFalse();
  }

  @Test
  void givesASlowTaskItsPlaceBackAmongTheOthersWhenItMayRunAgain() throws Exception {
    TaskPool pool = pools.open(2);
    HeldTask lookup = pools.occupy(pool, TaskKind.DNS);
    HeldTask file = pools.occupy(pool, TaskKind.FILE);
    List<String> began = new CopyOnWriteArrayList<>();
    Future<Boolean> slow = pool.submit(TaskKind.DNS, () -> began.add("slow"));
    List<Future<?>> later = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      later.add(pool.submit(TaskKind.FILE, () -> began.add("later")));
    }

    lookup.release();
    TestPools.await(slow);
    TestPools.await(Future.all(later));

    assertThat(began).hasSize(4).startsWith("slow");
    file.release();
  }

  @Test
  void hasNoCapForComputing() throws Exception {
    TaskPool pool = pools.compute(2);

    pools.occupy(pool, TaskKind.DNS);
    pools.occupy(pool, TaskKind.DNS);

    assertThat(pool.figures().busy()).isEqualTo(2);
  }
}
