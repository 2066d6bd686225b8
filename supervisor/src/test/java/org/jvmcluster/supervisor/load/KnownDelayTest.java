package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jvmcluster.supervisor.load.ScriptedServer.Answer;

/**
 * What the client reports of a service whose delays are known. A busy machine can only add to them,
 * so the limits below a figure are those of the histogram and those above it leave room.
 */
@Timeout(60)
class KnownDelayTest {
  private static final Answer GOOD = Answer.ok("X-Worker: 0/1/10\r\n", "hello");

  /** A timer of a server may fire a fraction of a millisecond early, a bucket is 0.1 % wide. */
  private static final Duration SLACK_BELOW = Duration.ofMillis(1);

  private static final Duration SLACK_ABOVE = Duration.ofSeconds(2);

  @Test
  void reportsThePercentilesOfDelaysThatAreCountedOut() throws Exception {
    // Of ten answers seven come after 10 ms, two after 60 ms, one after 160 ms.
    try (ScriptedServer server =
        new ScriptedServer(
            (number, head) ->
                GOOD.after(
                    Duration.ofMillis(
                        number % 10 == 0
                            ? 160
                            : number % 10 == 3 || number % 10 == 6 ? 60 : 10)))) {
      LoadPlan plan = new PlanBuilder(server.url("/")).clients(20).requests(1000).build();

      LoadResult result = new LoadClient(plan, SendSequence.closedLoop()).run();

      LatencyDistribution seen = result.distribution();
      assertIsAbout(seen, 50, Duration.ofMillis(10));
      assertIsAbout(seen, 80, Duration.ofMillis(60));
      assertIsAbout(seen, 91, Duration.ofMillis(160));
      assertIsAbout(seen, 99, Duration.ofMillis(160));
      // Also how many were slow.
      assertThat(seen.toHistogram().getCountBetweenValues(0, millis(9))).isZero();
      assertThat(
              seen.toHistogram().getCountBetweenValues(millis(159), Duration.ofHours(1).toNanos()))
          .isGreaterThanOrEqualTo(100);
      assertThat(
              seen.toHistogram().getCountBetweenValues(millis(59), Duration.ofHours(1).toNanos()))
          .isGreaterThanOrEqualTo(300);
    }
  }

  @Test
  void tellsThePathsOfAMixApart() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, head) ->
                head.startsWith("GET /slow ")
                    ? GOOD.after(Duration.ofMillis(80))
                    : head.startsWith("GET /gone ") ? Answer.status(404) : GOOD)) {
      LoadPlan plan =
          new PlanBuilder(server.url("/"))
              .clients(4)
              .requests(100)
              .build()
              .withMix(LoadMix.parse("/fast=8,/slow=1,/gone=1"));

      LoadResult result = new LoadClient(plan, SendSequence.closedLoop()).run();

      assertThat(result.paths())
          .extracting(
              LoadResult.PathRow::path, LoadResult.PathRow::requests, LoadResult.PathRow::failed)
          .containsExactly(
              tuple("/fast", 80L, 0L), tuple("/slow", 10L, 0L), tuple("/gone", 10L, 10L));
      assertThat(result.paths().get(1).latency().orElseThrow().p50())
          .isGreaterThanOrEqualTo(Duration.ofMillis(79));
      assertThat(result.paths().get(1).distribution().count()).isEqualTo(10);
      assertThat(result.paths().get(2).latency()).isEmpty();
    }
  }

  @Test
  void aStallShowsInTheOpenLoopAndHidesInTheClosedOne() throws Exception {
    // A closed loop of the same pace: each request 10 ms after the last was answered.
    SendSequence pauses = (index, start, free) -> free + millis(10);
    CompletableFuture<Percentiles> beside =
        CompletableFuture.supplyAsync(() -> stalled(1, Duration.ofSeconds(10), pauses));
    Percentiles open = stalled(300, Duration.ofSeconds(30), SendSequence.constantRate(100));
    Percentiles closed = beside.get(30, TimeUnit.SECONDS);

    // A fifth of the requests was due in the 2 s, evenly: a tenth waited for more than 1 s.
    assertThat(open.count()).isEqualTo(1000);
    assertThat(open.p90()).isGreaterThan(Duration.ofMillis(950));
    assertThat(open.p99()).isGreaterThan(Duration.ofMillis(1850));
    assertThat(closed.max()).isGreaterThan(Duration.ofMillis(1500));
    assertThat(closed.p90()).isLessThan(Duration.ofMillis(950));
  }

  /** 100 requests a second for 10 s; from 4 s to 6 s nothing is answered. */
  private static Percentiles stalled(int clients, Duration time, SendSequence sequence) {
    AtomicLong firstNanos = new AtomicLong();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, head) -> {
              long now = System.nanoTime();
              firstNanos.compareAndSet(0, now);
              long since = now - firstNanos.get();
              boolean stalls = since >= millis(4000) && since < millis(6000);
              return stalls ? GOOD.after(Duration.ofNanos(millis(6000) - since)) : GOOD;
            })) {
      LoadPlan plan =
          new PlanBuilder(server.url("/")).clients(clients).requests(1000).time(time).build();
      return new LoadClient(plan, sequence).run().latency().orElseThrow();
    } catch (LoadException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void assertIsAbout(LatencyDistribution seen, double percentile, Duration delay) {
    assertThat(seen.at(percentile).orElseThrow())
        .as("p%s", percentile)
        .isBetween(delay.minus(SLACK_BELOW), delay.plus(SLACK_ABOVE));
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
