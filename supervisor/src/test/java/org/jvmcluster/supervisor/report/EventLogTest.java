package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  @TempDir Path directory;

  @Test
  void writesOneJsonObjectALine() throws IOException {
    try (EventLog log = new EventLog(new EventFile(directory))) {
      log.add(Fleets.occurrence(1));
      log.add(Fleets.occurrence(2));
    }

    List<String> lines = Files.readAllLines(directory.resolve("events.jsonl"));
    assertThat(lines).hasSize(2);
    assertThat(new JsonObject(lines.get(0)))
        .isEqualTo(
            new JsonObject(
                """
                {"at": "2026-01-02T03:04:05.678Z", "event": "ready", "slot": 1, "generation": 1,
                 "pid": 4711, "millis": 1234, "text": "number 1"}
                """));
  }

  @Test
  void readsAsALineForPeople() {
    assertThat(EventLine.text(EventLine.json(Fleets.occurrence(1)), ZoneOffset.UTC))
        .isEqualTo("2026-01-02 03:04:05.678  number 1");
  }

  @Test
  void appendsToWhatAnEarlierSupervisorWrote() throws IOException {
    for (int life = 1; life <= 2; life++) {
      try (EventLog log = new EventLog(new EventFile(directory))) {
        log.add(Fleets.occurrence(life));
      }
    }

    assertThat(Files.readAllLines(directory.resolve("events.jsonl"))).hasSize(2);
  }

  @Test
  void givesAFollowerThePastAndThenTheNew() {
    try (EventLog log = new EventLog(new EventFile(directory))) {
      log.add(Fleets.occurrence(1));
      List<String> seen = new ArrayList<>();

      EventLog.Following following = log.follow(event -> seen.add(event.getString("text")));
      log.add(Fleets.occurrence(2));
      following.close();
      log.add(Fleets.occurrence(3));

      assertThat(seen).containsExactly("number 1", "number 2");
    }
  }

  @Test
  void remembersALimitedNumberTheLatest() {
    try (EventLog log = new EventLog(new EventFile(directory))) {
      for (int i = 0; i < EventLog.REMEMBERED + 5; i++) {
        log.add(Fleets.occurrence(i));
      }

      assertThat(log.recent()).hasSize(EventLog.REMEMBERED);
      assertThat(log.recent().get(0).getString("text")).isEqualTo("number 5");
    }
  }

  @Test
  void beginsANewFileAtTheLimitAndKeepsOneOlder() throws IOException {
    try (EventLog log = new EventLog(new EventFile(directory, 1000))) {
      for (int i = 0; i < 100; i++) {
        log.add(Fleets.occurrence(i));
      }
    }

    Path file = directory.resolve("events.jsonl");
    assertThat(Files.size(file)).isLessThanOrEqualTo(1000);
    assertThat(Files.size(directory.resolve("events.jsonl.1"))).isLessThanOrEqualTo(1000);
    assertThat(directory).isDirectoryContaining(path -> path.equals(file));
    assertThat(Files.readString(file)).endsWith("number 99\"}\n");
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void survivesADirectoryThatCannotBeWrittenTo() {
    try (EventLog log = new EventLog(new EventFile(directory.resolve("missing")))) {
      log.add(Fleets.occurrence(1));
      log.add(Fleets.occurrence(2));

      assertThat(log.recent()).hasSize(2);
    }
  }

  @Test
  void writesAgainAfterAReopenOnceTheDirectoryIsThere() throws IOException {
    Path late = directory.resolve("late");
    EventFile file = new EventFile(late);
    try (EventLog log = new EventLog(file)) {
      log.add(Fleets.occurrence(1));
      await().atMost(Duration.ofSeconds(60)).until(file::hasFailed);
      Files.createDirectory(late);

      log.reopen();
      log.add(Fleets.occurrence(2));
    }

    assertThat(late.resolve("events.jsonl")).content().contains("number 2");
  }
}
