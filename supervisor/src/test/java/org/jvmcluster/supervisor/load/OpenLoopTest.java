package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jvmcluster.supervisor.load.ScriptedServer.Answer;

/** A load at a rate of its own, and one that comes back after a refusal. */
@Timeout(60)
class OpenLoopTest {
  private static final Answer GOOD = Answer.ok("X-Worker: 0/1/10\r\n", "hello");

  private ScriptedServer server = new ScriptedServer((number, head) -> GOOD);

  @AfterEach
  void close() {
    server.close();
  }

  private static LoadPlan plan(ScriptedServer server, long requests, Duration time, int retries) {
    return new LoadPlan(
        LoadTarget.of(server.url("/")), 50, requests, time, false, Duration.ofSeconds(10), retries);
  }

  @Test
  void requestsAreDueAtEvenDistancesWhateverClientsAreFree() {
    SendSequence hundred = SendSequence.constantRate(100);

    assertThat(hundred.dueNanos(0, 5, 77)).isEqualTo(5);
    assertThat(hundred.dueNanos(1, 5, 77)).isEqualTo(5 + 10_000_000);
    assertThat(hundred.dueNanos(250, 5, 77)).isEqualTo(5 + 2_500_000_000L);
    assertThatThrownBy(() -> SendSequence.constantRate(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void beginsNoRequestThatIsDueAfterTheEnd() throws Exception {
    LoadPlan plan = plan(server, LoadPlan.MOST_REQUESTS, Duration.ofSeconds(1), 0);

    LoadResult result = new LoadClient(plan, SendSequence.constantRate(40)).run();

    assertThat(result.requests()).isEqualTo(40);
    assertThat(result.notBegun()).isZero();
    assertThat(server.requests).hasValue(40);
    assertThat(result.seconds().stream().mapToLong(LoadResult.SecondRow::good).sum()).isEqualTo(40);
    assertThat(result.seconds().get(0).good()).as("due in the first second").isEqualTo(40);
  }

  @Test
  void aStallOfTheServiceShowsInEveryRequestThatWasDueMeanwhile() throws Exception {
    AtomicInteger first = new AtomicInteger();
    server.close();
    server =
        new ScriptedServer(
            (number, head) ->
                first.getAndIncrement() == 0 ? GOOD.after(Duration.ofMillis(500)) : GOOD);
    LoadPlan plan =
        new LoadPlan(
            LoadTarget.of(server.url("/")),
            1,
            50,
            Duration.ofSeconds(30),
            false,
            Duration.ofSeconds(10));

    // One client and 100 requests a second: behind 500 ms wait some 50.
    LoadResult result = new LoadClient(plan, SendSequence.constantRate(100)).run();

    Percentiles latency = result.latency().orElseThrow();
    assertThat(latency.p50()).isGreaterThan(Duration.ofMillis(200));
    Percentiles waited = result.waitedForClient().orElseThrow();
    assertThat(waited.count()).isBetween(30L, 49L);
    assertThat(waited.max()).isGreaterThan(Duration.ofMillis(450));
  }

  @Test
  void countsWhatWasDueAndNeverBegun() throws Exception {
    server.close();
    server = new ScriptedServer((number, head) -> GOOD.after(Duration.ofSeconds(1)));
    LoadPlan plan =
        new PlanBuilder(server.url("/"))
            .clients(1)
            .requests(1000)
            .time(Duration.ofMillis(500))
            .build();

    LoadResult open = new LoadClient(plan, SendSequence.constantRate(100)).run();
    LoadResult closed = new LoadClient(plan, SendSequence.closedLoop()).run();

    // 50 were due in half a second; the first took longer.
    assertThat(open.requests()).isEqualTo(1);
    assertThat(open.notBegun()).isEqualTo(49);
    assertThat(closed.requests()).isEqualTo(1);
    assertThat(closed.notBegun()).isZero();
  }

  @Test
  void tellsItsOwnLatenessFromTheWaitForAFreeClient() throws Exception {
    SendSequence hundred = SendSequence.constantRate(100);
    // 50 clients take their first requests at once; the 26th keeps their event loop busy for 300
    // ms.
    SendSequence stalling =
        (index, start, free) -> {
          while (index == 25 && System.nanoTime() - start < Duration.ofMillis(300).toNanos()) {
            Thread.onSpinWait();
          }
          return hundred.dueNanos(index, start, free);
        };

    LoadResult result = new LoadClient(plan(server, 50, Duration.ofSeconds(30), 0), stalling).run();

    assertThat(result.clientLateP99()).isGreaterThan(Duration.ofMillis(250));
    assertThat(result.clientLate()).isTrue();
    assertThat(result.waitedForClient()).isEmpty();
  }

  @Test
  void sendsAgainWhatFailedAndCountsItOnce() throws Exception {
    server.close();
    server = new ScriptedServer((number, head) -> number % 2 == 1 ? Answer.status(503) : GOOD);
    LoadPlan plan = plan(server, 1, Duration.ofSeconds(30), 3);

    LoadResult result = new LoadClient(plan, SendSequence.constantRate(100)).run();

    assertThat(result.requests()).isEqualTo(1);
    assertThat(result.failures()).isEmpty();
    assertThat(result.retried()).isEqualTo(1);
    assertThat(server.requests).hasValue(2);
  }

  @Test
  void waitsAsLongAsTheAnswerAsks() throws Exception {
    server.close();
    server =
        new ScriptedServer(
            (number, head) -> number == 1 ? Answer.status(503, "Retry-After: 1\r\n") : GOOD);
    LoadPlan plan = plan(server, 1, Duration.ofSeconds(30), 3);

    LoadResult result = new LoadClient(plan, SendSequence.closedLoop()).run();

    assertThat(result.latency().orElseThrow().max()).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void givesUpAfterTheLastRetryAndNeverRepeatsWhatIsTheClientsFault() throws Exception {
    server.close();
    server = new ScriptedServer((number, head) -> Answer.status(503));
    LoadResult busy =
        new LoadClient(plan(server, 1, Duration.ofSeconds(30), 2), SendSequence.closedLoop()).run();
    server.close();
    server = new ScriptedServer((number, head) -> Answer.status(404));
    LoadResult missing =
        new LoadClient(plan(server, 1, Duration.ofSeconds(30), 2), SendSequence.closedLoop()).run();

    assertThat(busy.failures()).containsEntry(FailureKind.STATUS_5XX, 1L);
    assertThat(busy.retried()).isEqualTo(2);
    assertThat(missing.failures()).containsEntry(FailureKind.STATUS_4XX, 1L);
    assertThat(missing.retried()).isZero();
  }
}
