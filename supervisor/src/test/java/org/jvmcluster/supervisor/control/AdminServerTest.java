package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.EventFile;
import org.jvmcluster.supervisor.report.EventLog;

@Timeout(60)
class AdminServerTest {
  private static Vertx vertx;

  @TempDir Path directory;

  private final FakeBackend backend = new FakeBackend();
  private Path socket;
  private EventLog events;
  private AdminServer server;

  @BeforeAll
  static void startVertx() {
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(2)
                .setWorkerPoolSize(1));
  }

  @AfterAll
  static void stopVertx() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void open() throws IOException {
    socket = directory.resolve("admin.sock");
    events = new EventLog(new EventFile(directory));
    server = AdminServer.openOnSocket(vertx, socket, backend, events);
  }

  @AfterEach
  void close() {
    server.close();
    events.close();
  }

  private static JsonObject body(String answer) {
    return new JsonObject(answer.substring(answer.indexOf("\r\n\r\n")));
  }

  @Test
  void answersQuestionsInJson() throws IOException {
    String answer = RawHttp.ask(socket, "GET", "/status");

    assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("application/json");
    assertThat(body(answer).getString("window")).isEqualTo("10s");
    assertThat(body(RawHttp.ask(socket, "GET", "/status?window=all")).getString("window"))
        .isEqualTo("all");
    assertThat(body(RawHttp.ask(socket, "GET", "/config")).getInteger("workers")).isEqualTo(1);
    assertThat(body(RawHttp.ask(socket, "GET", "/workers/0")).getInteger("slot")).isZero();
  }

  @Test
  void streamsAStepALineAndTheResultLast() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.send("POST /restart HTTP/1.0\r\n\r\n");
      Progress progress = backend.takeOrder();

      progress.step(FakeBackend.step("one"));
      String first = http.readUntil("\"one\"}\n");
      assertThat(first)
          .startsWith("HTTP/1.0 200 OK")
          .contains("Content-Type: application/x-ndjson")
          .contains("\"event\":\"started\"");
      progress.step(FakeBackend.step("two"));
      progress.complete(new Outcome.Done("3 workers replaced"));

      assertThat(http.readToEnd().lines())
          .hasSize(2)
          .last()
          .isEqualTo("{\"result\":\"done\",\"text\":\"3 workers replaced\"}");
    }
  }

  @Test
  void answersBusyWithItsOwnStatusSinceTheHeadIsHeldBack() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.ask("POST", "/restart");

      backend.takeOrder().complete(new Outcome.Busy("restart 2 runs"));

      assertThat(http.readToEnd())
          .startsWith("HTTP/1.1 409")
          .contains("{\"result\":\"busy\",\"text\":\"restart 2 runs\"}");
    }
  }

  @Test
  void answersAtTheEndWithTheRightStatusWhenAskedForOneObject() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.ask("POST", "/restart", "Accept: application/json");
      Progress progress = backend.takeOrder();

      progress.step(FakeBackend.step("one"));
      progress.complete(new Outcome.Undone("slot 0 never became ready"));

      String answer = http.readToEnd();
      assertThat(answer).startsWith("HTTP/1.1 422");
      assertThat(body(answer).getString("result")).isEqualTo("undone");
      assertThat(body(answer).getJsonArray("steps")).hasSize(1);
    }
  }

  @Test
  void passesOnWhatIsOrdered() throws Exception {
    AdminClient client = new AdminClient(socket);
    List<Outcome> outcomes = new ArrayList<>();
    Thread asker =
        new Thread(
            () -> {
              try {
                outcomes.add(client.scale(5, step -> {}));
                outcomes.add(client.stop(true, step -> {}));
              } catch (AdminException e) {
                throw new IllegalStateException(e);
              }
            });
    asker.start();

    Progress scale = backend.takeOrder();
    assertThat(backend.lastOrder()).isEqualTo("scale 5");
    scale.complete(new Outcome.Done("5 workers"));
    Progress stop = backend.takeOrder();
    assertThat(backend.lastOrder()).isEqualTo("stop now");
    stop.complete(new Outcome.Failed("2 connections were cut"));

    asker.join();
    assertThat(outcomes)
        .containsExactly(
            new Outcome.Done("5 workers"), new Outcome.Failed("2 connections were cut"));
  }

  @Test
  void goesOnWithARestartWhoseClientIsGone() throws Exception {
    Progress progress;
    try (RawHttp http = RawHttp.connect(socket)) {
      http.ask("POST", "/restart");
      progress = backend.takeOrder();
    }

    progress.step(FakeBackend.step("one"));
    progress.complete(new Outcome.Done("all the same"));

    assertThat(RawHttp.ask(socket, "GET", "/status")).startsWith("HTTP/1.1 200");
  }

  @Test
  void answersQuestionsWhileAnOrderRuns() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.ask("POST", "/restart");
      backend.takeOrder();

      assertThat(RawHttp.ask(socket, "GET", "/status")).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void refusesAnUnknownPathAndListsThePaths() throws IOException {
    String answer = RawHttp.ask(socket, "GET", "/statsu");

    assertThat(answer).startsWith("HTTP/1.1 404");
    assertThat(body(answer).getJsonArray("paths"))
        .contains("GET /status?window=", "POST /scale?workers=", "GET /workers/SLOT/health/live");
  }

  @Test
  void refusesTheWrongMethodAndSaysWhichIsAllowed() throws IOException {
    assertThat(RawHttp.ask(socket, "GET", "/restart"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: POST");
    assertThat(RawHttp.ask(socket, "DELETE", "/status"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: GET");
  }

  @Test
  void refusesBadParametersWithTheGoodOnes() throws IOException {
    assertThat(RawHttp.ask(socket, "GET", "/status?window=1m"))
        .startsWith("HTTP/1.1 400")
        .contains("there are 10s and all");
    assertThat(RawHttp.ask(socket, "GET", "/status?windw=all"))
        .startsWith("HTTP/1.1 400")
        .contains("windw");
    for (String workers : List.of("", "0", "1025", "-1", "three", "99999999999")) {
      assertThat(RawHttp.ask(socket, "POST", "/scale?workers=" + workers))
          .as("workers=%s", workers)
          .startsWith("HTTP/1.1 400");
    }
    assertThat(RawHttp.ask(socket, "POST", "/stop?now=yes")).startsWith("HTTP/1.1 400");
    assertThat(RawHttp.ask(socket, "GET", "/workers/-1")).startsWith("HTTP/1.1 400");
    assertThat(RawHttp.ask(socket, "GET", "/workers/7")).startsWith("HTTP/1.1 404");
    assertThat(backend.lastOrder()).isEmpty();
  }

  @Test
  void tellsTheHealthOfTheFleetAndOfASlot() throws IOException {
    assertThat(RawHttp.ask(socket, "GET", "/health/ready"))
        .startsWith("HTTP/1.1 200")
        .contains("\"UP\"", "worker-0");
    backend.becomes(FleetView.State.STARTING, WorkerState.STARTING);

    assertThat(RawHttp.ask(socket, "GET", "/health/live")).startsWith("HTTP/1.1 200");
    assertThat(RawHttp.ask(socket, "GET", "/health/ready")).startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(socket, "GET", "/health/started")).startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(socket, "GET", "/workers/0/health/live")).startsWith("HTTP/1.1 200");
    assertThat(RawHttp.ask(socket, "GET", "/workers/0/health/ready")).startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(socket, "GET", "/workers/3/health/live")).startsWith("HTTP/1.1 404");
  }

  @Test
  void survivesWhatIsNoHttp() throws IOException {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.send("\u0000\u0001 nonsense\r\n\r\n");
      assertThat(http.readToEnd()).contains(" 400 ");
    }
    try (RawHttp http = RawHttp.connect(socket)) {
      http.send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n");
      assertThat(http.readToEnd()).contains(" 414 ");
    }

    assertThat(RawHttp.ask(socket, "GET", "/status")).startsWith("HTTP/1.1 200");
  }

  @Test
  void limitsTheNumberOfConnections() throws IOException {
    List<RawHttp> idle = new ArrayList<>();
    try {
      for (int i = 0; i < AdminConnections.MAX_CONNECTIONS; i++) {
        idle.add(RawHttp.connect(socket));
      }
      try (RawHttp oneTooMany = RawHttp.connect(socket)) {
        assertThat(oneTooMany.readToEnd()).isEmpty();
      }
      idle.remove(0).close();

      await()
          .ignoreExceptions()
          .until(() -> RawHttp.ask(socket, "GET", "/status").startsWith("HTTP/1.1 200"));
    } finally {
      for (RawHttp http : idle) {
        http.close();
      }
    }
  }

  @Test
  void closesAConnectionThatStandsIdle() throws IOException {
    Path other = directory.resolve("idle.sock");
    try (AdminServer impatient =
            AdminServer.openOnSocket(vertx, other, backend, events, Duration.ofMillis(100));
        RawHttp silent = RawHttp.connect(other);
        RawHttp halfAHead = RawHttp.connect(other);
        RawHttp answered = RawHttp.connect(other)) {
      halfAHead.send("GET /status HTTP/1.1\r\nHost:");
      answered.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(silent.readToEnd()).isEmpty();
      assertThat(halfAHead.readToEnd()).isEmpty();
      assertThat(answered.readToEnd()).startsWith("HTTP/1.1 200");
      assertThat(impatient.port()).isEmpty();
    }
  }

  @Test
  void letsAnAnswerTakeAsLongAsItTakes() throws Exception {
    Path other = directory.resolve("idle.sock");
    try (AdminServer impatient =
            AdminServer.openOnSocket(vertx, other, backend, events, Duration.ofMillis(50));
        RawHttp http = RawHttp.connect(other);
        RawHttp silent = RawHttp.connect(other)) {
      http.ask("POST", "/restart");
      Progress progress = backend.takeOrder();
      assertThat(silent.readToEnd()).as("the limit is over").isEmpty();

      progress.complete(new Outcome.Done("at last"));

      assertThat(http.readToEnd()).contains("at last");
      assertThat(impatient.port()).isEmpty();
    }
  }

  @Test
  void cutsOffAFollowerThatDoesNotReadBeforeItFillsTheMemory() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.send("GET /events?follow=1 HTTP/1.0\r\n\r\n");
      http.readUntil("\r\n\r\n");

      String text = "x".repeat(10_000);
      for (int i = 0; i < 1000; i++) {
        events.add(FakeBackend.step(text));
      }

      assertThat(http.readToEnd().length()).isLessThan(10_000_000);
    }
  }

  @Test
  void followsEventsUntilItIsClosed() throws Exception {
    events.add(FakeBackend.step("before"));
    try (RawHttp http = RawHttp.connect(socket)) {
      http.send("GET /events?follow=1 HTTP/1.0\r\n\r\n");
      http.readUntil("\"before\"}\n");

      events.add(FakeBackend.step("after"));
      assertThat(http.readUntil("\n")).contains("\"after\"");
      server.close();

      assertThat(http.readToEnd()).isEmpty();
    }
  }

  @Test
  void deliversTheResultOfAStopBeforeItCloses() throws Exception {
    try (RawHttp http = RawHttp.connect(socket)) {
      http.ask("POST", "/stop");

      backend.takeOrder().complete(new Outcome.Done("stopped"));
      server.close();

      assertThat(http.readToEnd()).contains("\"stopped\"");
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void answersOnlyGetAndOnlyUnderANameOfLoopbackOnAPort() throws IOException {
    try (AdminServer tcp = AdminServer.openReadOnlyOnPort(vertx, 0, backend, events)) {
      int port = tcp.port().orElseThrow();

      assertThat(RawHttp.ask(port, "GET", "/status", "127.0.0.1:" + port))
          .startsWith("HTTP/1.1 200");
      assertThat(RawHttp.ask(port, "GET", "/status", "localhost")).startsWith("HTTP/1.1 200");
      assertThat(RawHttp.ask(port, "GET", "/status", "[::1]:" + port)).startsWith("HTTP/1.1 200");
      assertThat(RawHttp.ask(port, "GET", "/status", "rebound.example:" + port))
          .startsWith("HTTP/1.1 403");
      assertThat(RawHttp.ask(port, "GET", "/status", "127.0.0.1.example"))
          .startsWith("HTTP/1.1 403");
      assertThat(RawHttp.ask(port, "POST", "/restart", "localhost")).startsWith("HTTP/1.1 405");
      assertThat(RawHttp.ask(port, "POST", "/status", "localhost"))
          .startsWith("HTTP/1.1 405")
          .contains("Allow: GET");
    }
    assertThat(backend.lastOrder()).isEmpty();
  }

  @Test
  void saysWhenThePortIsTaken() throws IOException {
    try (AdminServer tcp = AdminServer.openReadOnlyOnPort(vertx, 0, backend, events)) {
      int port = tcp.port().orElseThrow();

      assertThatThrownBy(() -> AdminServer.openReadOnlyOnPort(vertx, port, backend, events))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(port));
    }
  }
}
