package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.Outcome;

@Timeout(60)
class AdminOrdersTest {
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
  void streamsAStepALineAndTheResultLast() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.send("POST /restart HTTP/1.0\r\n\r\n");
      Progress progress = admin.backend().takeOrder();

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
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.ask("POST", "/restart");

      admin.backend().takeOrder().complete(new Outcome.Busy("restart 2 runs"));

      assertThat(http.readToEnd())
          .startsWith("HTTP/1.1 409")
          .contains("{\"result\":\"busy\",\"text\":\"restart 2 runs\"}");
    }
  }

  @Test
  void answersAtTheEndWithTheRightStatusWhenAskedForOneObject() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.ask("POST", "/restart", "Accept: application/json");
      Progress progress = admin.backend().takeOrder();

      progress.step(FakeBackend.step("one"));
      progress.complete(new Outcome.Undone("slot 0 never became ready"));

      String answer = http.readToEnd();
      assertThat(answer).startsWith("HTTP/1.1 422");
      assertThat(RawHttp.body(answer).getString("result")).isEqualTo("undone");
      assertThat(RawHttp.body(answer).getJsonArray("steps")).hasSize(1);
    }
  }

  @Test
  void passesOnWhatIsOrdered() throws Exception {
    AdminClient client = new AdminClient(admin.socket());
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

    Progress scale = admin.backend().takeOrder();
    assertThat(admin.backend().lastOrder()).isEqualTo("scale 5");
    scale.complete(new Outcome.Done("5 workers"));
    Progress stop = admin.backend().takeOrder();
    assertThat(admin.backend().lastOrder()).isEqualTo("stop now");
    stop.complete(new Outcome.Failed("2 connections were cut"));

    asker.join();
    assertThat(outcomes)
        .containsExactly(
            new Outcome.Done("5 workers"), new Outcome.Failed("2 connections were cut"));
  }

  @Test
  void goesOnWithARestartWhoseClientIsGone() throws Exception {
    Progress progress;
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.ask("POST", "/restart");
      progress = admin.backend().takeOrder();
    }

    progress.step(FakeBackend.step("one"));
    progress.complete(new Outcome.Done("all the same"));

    assertThat(RawHttp.ask(admin.socket(), "GET", "/status")).startsWith("HTTP/1.1 200");
  }

  @Test
  void answersQuestionsWhileAnOrderRuns() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.ask("POST", "/restart");
      admin.backend().takeOrder();

      assertThat(RawHttp.ask(admin.socket(), "GET", "/status")).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void deliversTheResultOfAStopBeforeItCloses() throws Exception {
    try (RawHttp http = RawHttp.connect(admin.socket())) {
      http.ask("POST", "/stop");

      admin.backend().takeOrder().complete(new Outcome.Done("stopped"));
      admin.server().close();

      assertThat(http.readToEnd()).contains("\"stopped\"");
    }
    assertThat(admin.socket()).doesNotExist();
  }
}
