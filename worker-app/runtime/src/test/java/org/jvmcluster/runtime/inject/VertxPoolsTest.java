package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.metrics.PoolMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.NanoClock;

/** What the runtime reports of Vert.x's own worker pools. */
class VertxPoolsTest {
  private static final int JOBS = 4;
  private static final long JOB_MILLIS = 300;
  private static final Map<String, String> WORKER = Map.of("pool", "vert.x-worker-thread");

  private FakeSupervisor supervisor;
  private Injection injection;
  private Vertx vertx;

  @BeforeEach
  void start() throws IOException {
    supervisor = new FakeSupervisor(1);
    injection =
        new Injection(supervisor.door(Acceptance.IDLE, 64), new EventLoops(NanoClock.SYSTEM));
    vertx = TestWorker.vertx(injection, 1);
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    supervisor.close();
  }

  @Test
  void showsThatOrderedJobsOfOneContextWaitForEachOtherBesideIdleThreads() throws Exception {
    List<Integer> busy = Collections.synchronizedList(new ArrayList<>());

    Histogram wait = waits(true, busy);

    // The k-th job waits for the k before it.
    assertThat(wait.getTotalCount()).isEqualTo(JOBS);
    assertThat(millis(wait.getMinValue())).isLessThan(JOB_MILLIS);
    assertThat(millis(wait.getMaxValue())).isBetween(3 * JOB_MILLIS - 10, 30 * JOB_MILLIS);
    assertThat(wait.getCountBetweenValues(0, nanos(JOB_MILLIS) - nanos(10))).isEqualTo(1);
    assertThat(busy).hasSize(JOBS).containsOnly(1);
  }

  @Test
  void showsThatUnorderedJobsDoNot() throws Exception {
    Histogram wait = waits(false, Collections.synchronizedList(new ArrayList<>()));

    assertThat(wait.getTotalCount()).isEqualTo(JOBS);
    assertThat(millis(wait.getMaxValue())).isLessThan(3 * JOB_MILLIS - 10);
  }

  @Test
  void saysNothingOfAPoolThatNobodyUses() {
    assertThat(injection.pools().takeReadings()).isEmpty();
  }

  @Test
  void countsTheJobsThatWaitForTheirTurn() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Context context = vertx.getOrCreateContext();
    List<Future<Boolean>> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(
          context.executeBlocking(
              () -> {
                begun.countDown();
                return released.await(60, TimeUnit.SECONDS);
              }));
    }
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(gauge(ReadingNames.VERTX_POOL_QUEUED)).isEqualTo(JOBS - 1);
    assertThat(gauge(ReadingNames.VERTX_POOL_BUSY)).isEqualTo(1);

    released.countDown();
    get(Future.all(jobs));
  }

  @Test
  void leavesPoolsThatAreNotOfThreadsToTheApplication() {
    PoolMetrics<Object, Object> theirs = new PoolMetrics<>() {};

    assertThat(new VertxPools().metered("datasource", "db", theirs)).isSameAs(theirs);
    assertThat(new VertxPools().metered("datasource", "db", null)).isNull();
  }

  @Test
  void passesEverythingOnToTheMetricsOfTheApplication() {
    List<String> told = new ArrayList<>();
    PoolMetrics<String, Integer> theirs =
        new PoolMetrics<>() {
          @Override
          public String enqueue() {
            told.add("enqueue");
            return "waiting";
          }

          @Override
          public void dequeue(String waiting) {
            told.add("dequeue " + waiting);
          }

          @Override
          public Integer begin() {
            told.add("begin");
            return 4711;
          }

          @Override
          public void end(Integer running) {
            told.add("end " + running);
          }

          @Override
          public void close() {
            told.add("close");
          }
        };

    use(new VertxPools().metered("worker", "mine", theirs));

    assertThat(told).containsExactly("enqueue", "dequeue waiting", "begin", "end 4711", "close");
  }

  @Test
  void keepsTheNumberOfNamesBounded() {
    VertxPools pools = new VertxPools();
    for (int i = 0; i < 100; i++) {
      use(pools.metered("worker", "per-request-" + i, null));
    }
    use(pools.metered("worker", null, null));

    List<Reading> readings = pools.takeReadings();

    assertThat(readings.stream().map(Reading::labels).distinct()).hasSize(33);
    assertThat(readings).anyMatch(reading -> reading.labels().equals(Map.of("pool", "further")));
  }

  private static <Q, T> void use(PoolMetrics<Q, T> metrics) {
    metrics.dequeue(metrics.enqueue());
    metrics.end(metrics.begin());
    metrics.close();
  }

  /** Hands over the jobs at once; each notes how many threads are busy in its middle. */
  private Histogram waits(boolean ordered, List<Integer> busy) throws Exception {
    Context context = vertx.getOrCreateContext();
    // The first job of a Vert.x loads classes and starts a thread.
    get(context.executeBlocking(() -> "warm", ordered));
    injection.pools().takeReadings();
    Promise<Future<?>> submitted = Promise.promise();
    Histogram sum = new Histogram(3);
    context.runOnContext(
        start -> {
          List<Future<Boolean>> jobs = new ArrayList<>();
          for (int i = 0; i < JOBS; i++) {
            jobs.add(
                context.executeBlocking(
                    () -> {
                      // The workload itself: it holds its thread as a blocking call would.
                      Thread.sleep(JOB_MILLIS);
                      return busy.add(read(sum));
                    },
                    ordered));
          }
          submitted.complete(Future.all(jobs));
        });
    get(get(submitted.future()));
    read(sum);
    return sum;
  }

  /** Adds the waits since the last call; returns how many threads are busy. */
  private synchronized int read(Histogram sum) {
    int busy = 0;
    for (Reading reading : injection.pools().takeReadings()) {
      if (reading.labels().equals(WORKER) && reading instanceof Reading.Distribution waits) {
        sum.add(waits.histogram());
      } else if (reading.labels().equals(WORKER)
          && reading instanceof Reading.Gauge gauge
          && gauge.name().equals(ReadingNames.VERTX_POOL_BUSY)) {
        busy = (int) gauge.value();
      }
    }
    return busy;
  }

  private double gauge(String name) {
    return injection.pools().takeReadings().stream()
        .filter(reading -> reading.name().equals(name) && reading.labels().equals(WORKER))
        .map(Reading.Gauge.class::cast)
        .findFirst()
        .orElseThrow()
        .value();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
