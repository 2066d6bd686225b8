package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.supervisor.load.ScriptedServer.Answer;
import org.jvmcluster.supervisor.load.ScriptedServer.Script;
import org.jvmcluster.supervisor.load.ScriptedServer.Then;

@Timeout(60)
class LoadClientTest {
  private static final Answer GOOD = Answer.ok("X-Worker: 0/1/10\r\n", "hello");

  private ScriptedServer server = new ScriptedServer((number, head) -> GOOD);

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsExactlyTheNumberAskedForAndNeverMoreAtOnceThanClients(boolean fresh) throws Exception {
    script((number, head) -> GOOD.after(Duration.ofMillis(2)));

    LoadResult result = run(plan -> plan.clients(7).requests(500).fresh(fresh));

    assertThat(result.requests()).isEqualTo(500);
    assertThat(result.failures()).isEmpty();
    assertThat(server.requests).hasValue(500);
    assertThat(server.mostInFlight).hasValue(7);
    assertThat(server.connections).hasValue(fresh ? 500 : 7);
    assertThat(result.latency()).get().extracting(Percentiles::count).isEqualTo(500L);
  }

  @Test
  void startsNoMoreClientsThanThereAreRequests() throws Exception {
    LoadResult result = run(plan -> plan.clients(20).requests(3));

    assertThat(result.requests()).isEqualTo(3);
    assertThat(server.connections).hasValue(3);
  }

  @Test
  void countsTheServicesTimeAndTheWaitForAClientThatWasTheServices() throws Exception {
    script((number, head) -> GOOD.after(Duration.ofMillis(40)));

    LoadResult result = run(plan -> plan.clients(2).requests(10).fresh(true));

    Percentiles latency = result.latency().orElseThrow();
    assertThat(latency.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(39));
    assertThat(result.total()).isGreaterThanOrEqualTo(Duration.ofMillis(5 * 39));
    assertThat(latency.p50()).isLessThanOrEqualTo(latency.p90());
    assertThat(latency.p99()).isLessThanOrEqualTo(latency.max().plusMillis(1));
  }

  @Test
  void reckonsLatencyFromTheIntendedTimeEvenWhereNoClientWasFreeThen() throws Exception {
    Duration late = Duration.ofSeconds(5);
    LoadPlan plan = new PlanBuilder(server.url("/")).requests(1).build();

    LoadResult result = new LoadClient(plan, (index, start, free) -> start - late.toNanos()).run();

    assertThat(result.latency().orElseThrow().max()).isGreaterThan(late);
    assertThat(result.waitedForClient().orElseThrow().max()).isGreaterThanOrEqualTo(late);
    assertThat(result.clientLateP99()).as("its own lateness").isLessThan(late);
  }

  @Test
  void waitsForTheIntendedTime() throws Exception {
    Duration wait = Duration.ofMillis(200);
    LoadPlan plan = new PlanBuilder(server.url("/")).requests(1).build();

    LoadResult result = new LoadClient(plan, (index, start, free) -> start + wait.toNanos()).run();

    assertThat(result.total()).isGreaterThanOrEqualTo(wait);
    assertThat(result.latency().orElseThrow().max())
        .isLessThan(result.total().minus(wait).plusMillis(1));
  }

  @Test
  void givesEachWorkerARowAndThoseWithoutANameAnother() throws Exception {
    script(
        (number, head) ->
            switch (number % 4) {
              case 0 -> Answer.ok("X-Worker: 1/2/11\r\n", "a");
              case 1 -> Answer.ok("X-Worker: 0/1/10\r\n", "a");
              case 2 -> Answer.ok("", "a");
              default -> Answer.ok("X-Worker: nonsense\r\n", "a");
            });

    LoadResult result = run(plan -> plan.requests(40));

    assertThat(result.workers())
        .extracting(row -> row.worker().map(WorkerName::toString).orElse("-"))
        .containsExactly("0/1/10", "1/2/11", "-");
    assertThat(result.workers())
        .extracting(row -> row.latency().count())
        .containsExactly(10L, 10L, 20L);
  }

  @Test
  void opensAConnectionAgainThatTheServerAnnouncedToCloseAndCallsThatNoFailure() throws Exception {
    script(
        (number, head) ->
            number % 5 == 0 ? Answer.ok("Connection: close\r\n", "bye").then(Then.CLOSE) : GOOD);

    LoadResult result = run(plan -> plan.clients(1).requests(50));

    assertThat(result.failures()).isEmpty();
    assertThat(server.requests).hasValue(50);
    assertThat(server.connections).hasValue(10);
  }

  @Test
  void readsAnswersWithoutALengthUpToTheirEnd() throws Exception {
    script(
        (number, head) ->
            number % 2 == 0
                ? new Answer(
                    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                    Duration.ZERO,
                    Then.KEEP)
                : new Answer("HTTP/1.1 200 OK\r\n\r\nhello", Duration.ZERO, Then.CLOSE));

    LoadResult result = run(plan -> plan.clients(2).requests(20));

    assertThat(result.failures()).isEmpty();
  }

  @Test
  void skipsInterimAnswers() throws Exception {
    script(
        (number, head) ->
            new Answer(
                "HTTP/1.1 103 Early Hints\r\n\r\n" + GOOD.bytes(), Duration.ZERO, Then.KEEP));

    LoadResult result = run(plan -> plan.requests(10));

    assertThat(result.failures()).isEmpty();
    assertThat(result.latency()).get().extracting(Percentiles::count).isEqualTo(10L);
  }

  @Test
  void beginsNoRequestAfterItsTimeAndWaitsForThoseBegun() throws Exception {
    script((number, request) -> GOOD.after(Duration.ofMillis(400)));

    LoadResult result = run(plan -> plan.clients(2).requests(100_000).time(Duration.ofSeconds(1)));

    assertThat(result.requests()).isBetween(2L, 6L).isEqualTo(server.requests.get());
    assertThat(result.failures()).isEmpty();
  }

  @Test
  void sendsTheRequestThatTheUrlDescribes() throws Exception {
    StringBuilder seen = new StringBuilder();
    script(
        (number, head) -> {
          seen.append(head);
          return GOOD;
        });

    LoadResult result =
        new LoadClient(
                new PlanBuilder(server.url("/cpu?ms=1&x=%20")).requests(1).fresh(true).build(),
                SendSequence.closedLoop())
            .run();

    assertThat(result.failures()).isEmpty();
    assertThat(seen.toString())
        .startsWith("GET /cpu?ms=1&x=%20 HTTP/1.1\r\n")
        .contains("host: 127.0.0.1:")
        .contains("connection: close");
  }

  @Test
  void neverReportsMoreThanTheWholeMachine() throws Exception {
    LoadResult result = run(plan -> plan.requests(2_000));

    assertThat(result.clientCpuShare()).isBetween(0.0, 1.0);
    assertThat(result.throughput()).isPositive();
  }

  private void script(Script script) {
    server.close();
    server = new ScriptedServer(script);
  }

  private LoadResult run(UnaryOperator<PlanBuilder> adjust) throws Exception {
    PlanBuilder builder = adjust.apply(new PlanBuilder(server.url("/")));
    return new LoadClient(builder.build(), SendSequence.closedLoop()).run();
  }
}
