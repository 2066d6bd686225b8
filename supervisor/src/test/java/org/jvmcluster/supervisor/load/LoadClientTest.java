package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
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
  private static final Duration LONG = Duration.ofSeconds(30);
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
  void reckonsLatencyFromTheIntendedTimeEvenWhereTheClientWasLate() throws Exception {
    Duration late = Duration.ofSeconds(5);
    LoadPlan plan = new PlanBuilder(server.url("/")).requests(1).build();

    LoadResult result = new LoadClient(plan, (index, start, free) -> start - late.toNanos()).run();

    assertThat(result.latency().orElseThrow().max()).isGreaterThan(late);
    assertThat(result.clientLateP99()).isGreaterThan(late);
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
  void countsEachKindOfFailureOnceAndRepeatsNone() throws Exception {
    String head = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n";
    script(
        (number, request) ->
            switch (number) {
              case 2 -> Answer.nothing(Then.CLOSE);
              case 4 -> Answer.nothing(Then.RESET);
              case 6 -> new Answer(head + "half", Duration.ZERO, Then.CLOSE);
              case 8 -> new Answer(head.substring(0, 20), Duration.ZERO, Then.CLOSE);
              case 10 -> Answer.status(503);
              case 12 -> Answer.status(404);
              case 14 -> new Answer("I do not speak it\r\n\r\n", Duration.ZERO, Then.KEEP);
              case 16 ->
                  new Answer(
                      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel",
                      Duration.ZERO,
                      Then.CLOSE);
              default -> GOOD;
            });

    LoadResult result = run(plan -> plan.clients(1).requests(20));

    assertThat(result.failures())
        .isEqualTo(
            Map.of(
                FailureKind.CLOSED_BEFORE_ANSWER, 2L,
                FailureKind.RESET, 1L,
                FailureKind.SHORT_BODY, 2L,
                FailureKind.STATUS_5XX, 1L,
                FailureKind.STATUS_4XX, 1L,
                FailureKind.OTHER, 1L));
    assertThat(result.otherExample()).get().asString().contains("no HTTP");
    assertThat(result.requests()).isEqualTo(20);
    assertThat(server.requests).hasValue(20);
    assertThat(result.failed()).isEqualTo(8);
    assertThat(result.latency()).get().extracting(Percentiles::count).isEqualTo(12L);
  }

  @Test
  void callsAResetInTheMiddleOfTheBodyAReset() throws Exception {
    script(
        (number, request) ->
            new Answer(
                "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf", Duration.ZERO, Then.RESET));

    LoadResult result = run(plan -> plan.clients(1).requests(5));

    // The kernel drops what was sent before a reset if the reader was slower.
    assertThat(result.failures()).isEqualTo(Map.of(FailureKind.RESET, 5L));
  }

  @Test
  void givesUpARequestAfterItsTimeoutAndGoesOnWithAFreshConnection() throws Exception {
    script((number, request) -> number == 3 ? GOOD.after(LONG) : GOOD);

    LoadResult result = run(plan -> plan.clients(1).requests(10).timeout(Duration.ofMillis(200)));

    assertThat(result.failures()).isEqualTo(Map.of(FailureKind.TIMEOUT, 1L));
    assertThat(server.connections).hasValue(2);
  }

  @Test
  void callsAPortWithoutAListenerRefusedAndDoesNotSpin() throws Exception {
    try (Socket bound = new Socket()) {
      // Bound and not listening: refused, and nobody else can be given the port meanwhile.
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String url = "http://127.0.0.1:" + bound.getLocalPort() + "/";

      LoadResult result =
          new LoadClient(
                  new PlanBuilder(url).clients(2).requests(20).build(), SendSequence.closedLoop())
              .run();

      assertThat(result.failures()).isEqualTo(Map.of(FailureKind.REFUSED, 20L));
      assertThat(result.latency()).isEmpty();
      assertThat(result.workers()).isEmpty();
      assertThat(result.total()).isGreaterThanOrEqualTo(Duration.ofMillis(9));
    }
  }

  @Test
  void callsAConnectionThatIsNeverMadeATimeout() throws Exception {
    // A full accept queue: the kernel drops further attempts silently.
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + full.getLocalPort() + "/";

      LoadResult result =
          new LoadClient(
                  new PlanBuilder(url)
                      .clients(8)
                      .requests(8)
                      .timeout(Duration.ofMillis(300))
                      .build(),
                  SendSequence.closedLoop())
              .run();

      assertThat(result.failures()).isEqualTo(Map.of(FailureKind.TIMEOUT, 8L));
    }
  }

  @Test
  void beginsNoRequestAfterItsTimeAndWaitsForThoseBegun() throws Exception {
    script((number, request) -> GOOD.after(Duration.ofMillis(50)));

    LoadResult result = run(plan -> plan.clients(2).requests(100_000).time(Duration.ofMillis(120)));

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

  @Test
  void saysThatAHostHasNoAddress() {
    LoadPlan plan = new PlanBuilder("http://no-such-host.invalid/").build();

    assertThatThrownBy(() -> new LoadClient(plan, SendSequence.closedLoop()).run())
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  private void script(Script script) {
    server.close();
    server = new ScriptedServer(script);
  }

  private LoadResult run(UnaryOperator<PlanBuilder> adjust) throws Exception {
    PlanBuilder builder = adjust.apply(new PlanBuilder(server.url("/")));
    return new LoadClient(builder.build(), SendSequence.closedLoop()).run();
  }

  /** A plan of one client and one request, with what a test wants different. */
  private record PlanBuilder(LoadPlan build) {
    PlanBuilder(String url) {
      this(new LoadPlan(LoadTarget.of(url), 1, 1, LONG, false, LONG));
    }

    PlanBuilder clients(int clients) {
      return with(clients, build.requests(), build.time(), build.fresh(), build.timeout());
    }

    PlanBuilder requests(long requests) {
      return with(build.concurrency(), requests, build.time(), build.fresh(), build.timeout());
    }

    PlanBuilder time(Duration time) {
      return with(build.concurrency(), build.requests(), time, build.fresh(), build.timeout());
    }

    PlanBuilder fresh(boolean fresh) {
      return with(build.concurrency(), build.requests(), build.time(), fresh, build.timeout());
    }

    PlanBuilder timeout(Duration timeout) {
      return with(build.concurrency(), build.requests(), build.time(), build.fresh(), timeout);
    }

    private PlanBuilder with(
        int clients, long requests, Duration time, boolean fresh, Duration timeout) {
      return new PlanBuilder(new LoadPlan(build.target(), clients, requests, time, fresh, timeout));
    }
  }
}
