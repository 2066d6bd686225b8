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
import org.jvmcluster.supervisor.load.ScriptedServer.Answer;
import org.jvmcluster.supervisor.load.ScriptedServer.Script;
import org.jvmcluster.supervisor.load.ScriptedServer.Then;

@Timeout(60)
class LoadFailureTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Answer GOOD = Answer.ok("X-Worker: 0/1/10\r\n", "hello");

  private ScriptedServer server = new ScriptedServer((number, head) -> GOOD);

  @AfterEach
  void close() {
    server.close();
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

    LoadResult result = run(plan -> plan.clients(1).requests(10).timeout(Duration.ofSeconds(2)));

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
}
