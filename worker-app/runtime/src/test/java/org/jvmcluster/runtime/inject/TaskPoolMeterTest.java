package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.api.PoolOptions;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.runtime.api.TaskOptions;
import org.jvmcluster.runtime.api.TaskPool;
import org.jvmcluster.runtime.pool.meter.TaskPoolMeter;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/** What the runtime reports of the application's task pools. */
class TaskPoolMeterTest {
  private final TaskPoolMeter meter = new TaskPoolMeter();
  private final CountDownLatch released = new CountDownLatch(1);
  private final TaskPool pool = TaskPool.open(PoolOptions.defaults().withSize(2).withQueue(2));

  @AfterEach
  void close() {
    released.countDown();
    pool.close();
  }

  @Test
  void reportsPoolsThatWereOpenedBeforeItAndAfterIt() {
    RuntimeSeam.watchPools(meter);
    assertThat(Readings.gauge(meter.takeReadings(), ReadingNames.POOL_SIZE)).isEqualTo(2);

    try (TaskPool second = TaskPool.open(PoolOptions.defaults().withSize(3))) {
      assertThat(second.size()).isEqualTo(3);
      assertThat(Readings.gauge(meter.takeReadings(), ReadingNames.POOL_SIZE)).isEqualTo(5);
    }
    assertThat(Readings.gauge(meter.takeReadings(), ReadingNames.POOL_SIZE)).isEqualTo(2);
  }

  @Test
  void reportsTheStateOfThreadsAndQueue() throws Exception {
    RuntimeSeam.watchPools(meter);
    List<Reading> unused = meter.takeReadings();
    assertThat(Readings.gauge(unused, ReadingNames.POOL_THREADS)).isZero();
    assertThat(Readings.gauge(unused, ReadingNames.POOL_OLDEST_WAIT_NANOS)).isZero();
    hold();
    hold();
    pool.submit(TaskKind.FILE, () -> "waits");

    List<Reading> readings = meter.takeReadings();

    assertThat(Readings.gauge(readings, ReadingNames.POOL_THREADS)).isEqualTo(2);
    assertThat(Readings.gauge(readings, ReadingNames.POOL_BUSY)).isEqualTo(2);
    assertThat(Readings.gauge(readings, ReadingNames.POOL_QUEUED)).isEqualTo(1);
    assertThat(Readings.gauge(readings, ReadingNames.POOL_OLDEST_WAIT_NANOS)).isPositive();
    assertThat(Readings.gauge(readings, ReadingNames.POOL_OLDEST_RUN_NANOS)).isPositive();
    assertThat(Readings.gauge(readings, ReadingNames.POOL_DEADLOCKED)).isZero();
  }

  @Test
  void reportsWaitRunAndTotalOfEachKind() throws Exception {
    RuntimeSeam.watchPools(meter);
    get(pool.submit(TaskKind.HASH, () -> "hash"));
    for (int i = 0; i < 3; i++) {
      get(pool.submit(TaskKind.FILE, () -> "file"));
    }

    List<Reading> readings = meter.takeReadings();

    for (String name :
        List.of(
            ReadingNames.POOL_WAIT_NANOS,
            ReadingNames.POOL_RUN_NANOS,
            ReadingNames.POOL_TOTAL_NANOS)) {
      assertThat(distribution(readings, name, "file").getTotalCount()).as(name).isEqualTo(3);
      assertThat(distribution(readings, name, "hash").getTotalCount()).as(name).isEqualTo(1);
    }
    assertThat(readings).noneMatch(reading -> reading.labels().containsValue("dns"));
    assertThat(meter.takeReadings()).noneMatch(Reading.Distribution.class::isInstance);
  }

  @Test
  void countsWhatWasRefusedExpiredAndFailed() throws Exception {
    RuntimeSeam.watchPools(meter);
    hold();
    hold();
    pool.submit(TaskKind.CPU, () -> "waits");
    Future<String> expires =
        pool.submit(
            TaskKind.CPU, () -> "never", TaskOptions.none().abandonedWhen(() -> isReleased()));
    Future<String> full = pool.submit(TaskKind.CPU, () -> "never");
    released.countDown();
    await().until(() -> expires.isComplete());
    Future<String> fails =
        pool.submit(
            TaskKind.CPU,
            () -> {
              throw new IllegalStateException("work");
            });
    await().until(fails::isComplete);
    pool.close();
    Future<String> closed = pool.submit(TaskKind.CPU, () -> "never");

    List<Reading> readings = meter.takeReadings();

    assertThat(full.failed() && closed.failed()).isTrue();
    assertThat(rejected(readings, "full")).isEqualTo(1);
    assertThat(rejected(readings, "closed")).isEqualTo(1);
    assertThat(rejected(readings, "overload")).isZero();
    assertThat(counter(readings, ReadingNames.POOL_EXPIRED, Map.of("kind", "cpu"))).isEqualTo(1);
    assertThat(counter(readings, ReadingNames.POOL_FAILED, Map.of("kind", "cpu"))).isEqualTo(1);
  }

  @Test
  void reportsAComputePoolByNamesOfItsOwn() throws Exception {
    RuntimeSeam.watchPools(meter);
    try (TaskPool compute = TaskPool.compute(3)) {
      get(compute.submit(TaskKind.CPU, () -> "done"));

      List<Reading> readings = meter.takeReadings();

      assertThat(Readings.gauge(readings, "computeSize")).isEqualTo(3);
      assertThat(Readings.histogram(readings, "computeRunNanos").getTotalCount()).isEqualTo(1);
      assertThat(Readings.gauge(readings, ReadingNames.POOL_SIZE)).isEqualTo(2);
      assertThat(readings).noneMatch(r -> r.name().equals(ReadingNames.POOL_RUN_NANOS));
    }
  }

  private boolean isReleased() {
    return released.getCount() == 0;
  }

  private void hold() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    pool.submit(
        TaskKind.APP,
        () -> {
          begun.countDown();
          return released.await(60, TimeUnit.SECONDS);
        });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static <T> T get(Future<T> future) throws Exception {
    CompletableFuture<T> stage = future.toCompletionStage().toCompletableFuture();
    return stage.get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Histogram distribution(List<Reading> readings, String name, String kind) {
    return readings.stream()
        .filter(r -> r.name().equals(name) && r.labels().equals(Map.of("kind", kind)))
        .map(Reading.Distribution.class::cast)
        .findFirst()
        .orElseThrow()
        .histogram();
  }

  private static long rejected(List<Reading> readings, String reason) {
    return counter(readings, ReadingNames.POOL_REJECTED, Map.of("kind", "cpu", "reason", reason));
  }

  private static long counter(List<Reading> readings, String name, Map<String, String> labels) {
    return readings.stream()
        .filter(reading -> reading.name().equals(name) && reading.labels().equals(labels))
        .map(Reading.Counter.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + labels + " is not among " + readings))
        .total();
  }
}
