package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.Outcome;

@Timeout(60)
class AdminServerLimitsTest {
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
  void survivesWhatIsNoHttp() throws IOException {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("\u0000\u0001 nonsense\r\n\r\n");
      assertThat(http.readToEnd()).contains(" 400 ");
    }
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n");
      assertThat(http.readToEnd()).contains(" 414 ");
    }

    assertThat(RawHttp.ask(admin.socket(), "GET", "/status")).startsWith("HTTP/1.1 200");
  }

  @Test
  void limitsTheNumberOfConnections() throws IOException {
    List<RawHttp> idle = new ArrayList<>();
    try {
      for (int i = 0; i < AdminConnections.MAX_CONNECTIONS; i++) {
        idle.add(RawHttp.connect(admin.socket()));
      }
      try (RawHttp oneTooMany = RawHttp.connect(admin.socket())) {
        assertThat(oneTooMany.readToEnd()).isEmpty();
      }
      idle.remove(0).close();

      await()
          .ignoreExceptions()
          .until(() -> RawHttp.ask(admin.socket(), "GET", "/status").startsWith("HTTP/1.1 200"));
    } finally {
      for (RawHttp http : idle) {
        http.close();
      }
    }
  }

  @Test
  void closesAConnectionThatStandsIdle() throws IOException {
    Path other = directory.resolve("idle.sock");
    // So that what is to be sent in time is, also where this thread has to wait for a core.
    Duration limit = Duration.ofSeconds(1);
    try (AdminServer impatient =
            AdminServer.openOnSocket(admin.vertx(), other, admin.backend(), admin.events(), limit);
        RawHttp silent = RawHttp.connect(other);
        RawHttp halfAHead = RawHttp.connect(other);
        RawHttp answered = RawHttp.connect(other)) {
      answered.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n");
      halfAHead.send("GET /status HTTP/1.1\r\nHost:");

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
            AdminServer.openOnSocket(
                admin.vertx(), other, admin.backend(), admin.events(), Duration.ofSeconds(1));
        RawHttp http = RawHttp.connect(other)) {
      http.ask("POST", "/restart");
      Progress progress = admin.backend().takeOrder();
      try (RawHttp silent = RawHttp.connect(other)) {
        assertThat(silent.readToEnd()).as("the limit is over").isEmpty();
      }

      progress.complete(new Outcome.Done("at last"));

      assertThat(http.readToEnd()).contains("at last");
      assertThat(impatient.port()).isEmpty();
    }
  }

  @Test
  void cutsOffAFollowerThatDoesNotReadBeforeItFillsTheMemory() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("GET /events?follow=1 HTTP/1.0\r\n\r\n");
      http.readUntil("\r\n\r\n");

      String text = "x".repeat(10_000);
      for (int i = 0; i < 1000; i++) {
        admin.events().add(FakeBackend.step(text));
      }

      assertThat(http.readToEnd().length()).isLessThan(10_000_000);
    }
  }
}
