package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;

@Timeout(60)
class AdminServerTest {
  @TempDir Path directory;

  private RunningAdmin admin;

  @BeforeEach
  void open() throws IOException {
    admin = new RunningAdmin(directory);
  }

  @AfterEach
  void close() {
    admin.close();
  }

  @Test
  void answersQuestionsInJson() throws IOException {
    String answer = RawHttp.ask(admin.socket(), "GET", "/status");

    assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("application/json");
    assertThat(RawHttp.body(answer).getString("window")).isEqualTo("10s");
    assertThat(
            RawHttp.body(RawHttp.ask(admin.socket(), "GET", "/status?window=all"))
                .getString("window"))
        .isEqualTo("all");
    assertThat(RawHttp.body(RawHttp.ask(admin.socket(), "GET", "/config")).getInteger("workers"))
        .isEqualTo(1);
    assertThat(RawHttp.body(RawHttp.ask(admin.socket(), "GET", "/workers/0")).getInteger("slot"))
        .isZero();
  }

  @Test
  void answersAScrapeInTheFormatThatIsAskedFor() throws IOException {
    assertThat(RawHttp.ask(admin.socket(), "GET", "/metrics", "Accept: application/x"))
        .startsWith("HTTP/1.1 200 OK")
        .contains("Content-Type: text/plain; for=application/x")
        .endsWith("\r\n\r\nup 1\n");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/metrics"))
        .contains("Content-Type: text/plain; for=\r\n");
  }

  @Test
  void refusesAnUnknownPathAndListsThePaths() throws IOException {
    String answer = RawHttp.ask(admin.socket(), "GET", "/statsu");

    assertThat(answer).startsWith("HTTP/1.1 404");
    assertThat(RawHttp.body(answer).getJsonArray("paths"))
        .contains("GET /status?window=", "POST /scale?workers=", "GET /workers/SLOT/health/live");
  }

  @Test
  void refusesTheWrongMethodAndSaysWhichIsAllowed() throws IOException {
    assertThat(RawHttp.ask(admin.socket(), "GET", "/restart"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: POST");
    assertThat(RawHttp.ask(admin.socket(), "DELETE", "/status"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: GET");
  }

  @Test
  void refusesBadParametersWithTheGoodOnes() throws IOException {
    assertThat(RawHttp.ask(admin.socket(), "GET", "/status?window=2m"))
        .startsWith("HTTP/1.1 400")
        .contains("there are 10s, 1m, all");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/status?windw=all"))
        .startsWith("HTTP/1.1 400")
        .contains("windw");
    for (String workers : List.of("", "0", "1025", "-1", "three", "99999999999")) {
      assertThat(RawHttp.ask(admin.socket(), "POST", "/scale?workers=" + workers))
          .as("workers=%s", workers)
          .startsWith("HTTP/1.1 400");
    }
    assertThat(RawHttp.ask(admin.socket(), "POST", "/stop?now=yes")).startsWith("HTTP/1.1 400");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/-1")).startsWith("HTTP/1.1 400");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/7")).startsWith("HTTP/1.1 404");
    assertThat(admin.backend().lastOrder()).isEmpty();
  }

  @Test
  void tellsTheHealthOfTheFleetAndOfASlot() throws IOException {
    assertThat(RawHttp.ask(admin.socket(), "GET", "/health/ready"))
        .startsWith("HTTP/1.1 200")
        .contains("\"UP\"", "worker-0");
    admin.backend().becomes(FleetView.State.STARTING, WorkerState.STARTING);

    assertThat(RawHttp.ask(admin.socket(), "GET", "/health/live")).startsWith("HTTP/1.1 200");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/health/ready")).startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/health/started")).startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/0/health/live"))
        .startsWith("HTTP/1.1 200");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/0/health/ready"))
        .startsWith("HTTP/1.1 503");
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/3/health/live"))
        .startsWith("HTTP/1.1 404");
  }

  @Test
  void isNotReadyWhileItsWorkerIsBlockedOrRefusesRequestsButLives() throws IOException {
    for (Strain strain : List.of(new Strain(true, false), new Strain(false, true))) {
      admin.backend().reports(strain);

      assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/0/health/ready"))
          .startsWith("HTTP/1.1 503")
          .contains("\"blocked\" : " + strain.isBlocked(), "\"shedding\" : " + strain.isShedding());
      assertThat(RawHttp.ask(admin.socket(), "GET", "/health/ready")).startsWith("HTTP/1.1 503");
      for (String path : List.of("/health/live", "/health/started", "/workers/0/health/live")) {
        assertThat(RawHttp.ask(admin.socket(), "GET", path)).startsWith("HTTP/1.1 200");
      }
    }
    admin.backend().reports(Strain.NONE);

    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/0/health/ready"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void answersOthersWhileAWorkerIsAskedForItsThreads() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("GET /workers/0/dump HTTP/1.0\r\n\r\n");
      assertThat(RawHttp.ask(admin.socket(), "GET", "/health/live")).startsWith("HTTP/1.1 200");

      admin.backend().dump.complete(new WorkerDump(true, "slot 0\n\"loop\" at work\n"));

      assertThat(http.readToEnd())
          .startsWith("HTTP/1.0 200")
          .containsIgnoringCase("content-type: text/plain; charset=utf-8")
          .endsWith("\r\n\r\nslot 0\n\"loop\" at work\n");
    }
    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/1/dump")).startsWith("HTTP/1.1 404");
  }

  @Test
  void saysPlainlyThatAWorkerDoesNotDumpItsThreads() throws IOException {
    admin.backend().dump.complete(new WorkerDump(false, "slot 0 did not answer within 2 s"));

    assertThat(RawHttp.ask(admin.socket(), "GET", "/workers/0/dump"))
        .startsWith("HTTP/1.1 504")
        .contains("slot 0 did not answer within 2 s");
  }

  @Test
  void followsEventsUntilItIsClosed() throws Exception {
    admin.events().add(FakeBackend.step("before"));
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("GET /events?follow=1 HTTP/1.0\r\n\r\n");
      http.readUntil("\"before\"}\n");

      admin.events().add(FakeBackend.step("after"));
      assertThat(http.readUntil("\n")).contains("\"after\"");
      admin.server().close();

      assertThat(http.readToEnd()).isEmpty();
    }
  }

  @Test
  void answersOnlyGetAndOnlyUnderANameOfLoopbackOnAPort() throws IOException {
    try (AdminServer tcp =
        AdminServer.openReadOnlyOnPort(admin.vertx(), 0, admin.backend(), admin.events())) {
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
    assertThat(admin.backend().lastOrder()).isEmpty();
  }

  @Test
  void saysWhenThePortIsTaken() throws IOException {
    try (AdminServer tcp =
        AdminServer.openReadOnlyOnPort(admin.vertx(), 0, admin.backend(), admin.events())) {
      int port = tcp.port().orElseThrow();

      assertThatThrownBy(
              () ->
                  AdminServer.openReadOnlyOnPort(
                      admin.vertx(), port, admin.backend(), admin.events()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(port));
    }
  }
}
