package org.jvmcluster.supervisor.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.supervisor.top.ScreenLine.Style;

class TopScreenTest {
  private static final TopState TWO =
      TopState.START
          .withStatus(Statuses.of(Statuses.worker(0), Statuses.inBackoff(1)))
          .withEvent(Statuses.event("slot 1 generation 2 pid 7: crashed"))
          .withEvent(Statuses.event("slot 1: next try in 4 s"));

  private static List<String> text(TopState state, int columns, int rows) {
    return TopScreen.lines(state, columns, rows, ZoneOffset.UTC).stream()
        .map(ScreenLine::text)
        .toList();
  }

  @Test
  void showsLoopAndPoolOfEveryWorkerOnOneLineOfEightyColumns() {
    assertThat(text(TWO, 80, 24))
        .startsWith(
            "http://127.0.0.1:3100/  steady, 1 of 2 workers ready, generation 2, up 1m15s",
            "last 10 s, times in ms, by slot",
            "",
            "  slot  pid state           up conn busy  p99  lag wait loop% queue cpu%  MB",
            "> 0    1000 ready        1m10s   12    3 30.5 7.00  140    42     5   41 100",
            "  1       - backoff 3.2s     -    -    -    -    -    -     -     -    -   -",
            "")
        .contains(
            "2026-01-02 03:04:05.678  slot 1 generation 2 pid 7: crashed",
            "2026-01-02 03:04:05.678  slot 1: next try in 4 s")
        .endsWith("q quit  s S sort  w window  up down enter worker  esc back");
  }

  @Test
  void showsMoreColumnsWhereThereIsRoom() {
    assertThat(text(TWO, 120, 40).get(3))
        .isEqualTo(
            "  slot gen  pid state           up conn busy samples  p50  p99  max  lag wait loop%"
                + " queue cpu%  MB");
  }

  @ParameterizedTest
  @CsvSource({"80,24", "120,40", "80,6", "20,3", "300,100", "1,1"})
  void fillsTheScreenAndNeverMore(int columns, int rows) {
    for (TopState state :
        List.of(
            TopState.START,
            TopState.START.withTrouble("no answer"),
            TWO,
            TWO.pressed(Key.OPEN),
            TWO.withTrouble("the supervisor is silent"))) {
      List<ScreenLine> lines = TopScreen.lines(state, columns, rows, ZoneOffset.UTC);

      assertThat(lines).hasSize(rows);
      assertThat(lines)
          .allSatisfy(line -> assertThat(line.text().length()).isLessThanOrEqualTo(columns));
    }
  }

  @Test
  void looksIntoOneWorker() {
    assertThat(text(TWO.pressed(Key.OPEN), 80, 40))
        .contains(
            "slot 0 pid 1000 generation 2: ready, up 1m10s, replaced 1 times",
            "last exit: crashed, SIGKILL, at 2026-01-02T03:04:05Z",
            "cpu 41 %, 100 MB resident, heap 20 of 64 MB, last report 400ms ago",
            "12 connections, 3 in flight, 4711 requests since its start; 0 refused",
            "latency                      900     1.00     2.00     30.5     41.0     50.0",
            "event loops: lag p50 0.100, p99 7.00, max 9.00; tasks wait p99 1.00",
            "loop 0                        42       80       40      0ms        2",
            "pool: 2 of 4 threads busy, 5 queued, the oldest for 17ms; 1 refused, 0 expired",
            "file                          33     2.00      140     4.00     8.00        6",
            "vert.x-worker: 1 busy, 3 queued, wait p99 11.0",
            "gc: 4 pauses, 12.0 ms in all, the longest 5.00 ms");
  }

  @Test
  void scrollsAWorkerThatIsLongerThanTheScreenToItsEndAndNoFurther() {
    TopState open = TWO.pressed(Key.OPEN);
    for (int i = 0; i < 100; i++) {
      open = open.pressed(Key.DOWN);
    }

    List<String> end = text(open, 80, 12);

    assertThat(end.get(10)).startsWith("cpu: throttled 0.000 ms, waited for a core 3.00 ms");
    assertThat(text(open.pressed(Key.BACK).pressed(Key.OPEN), 80, 12).get(3)).startsWith("slot 0");
  }

  @Test
  void keepsTheSelectedWorkerOnTheScreen() {
    JsonObject[] many = new JsonObject[50];
    for (int slot = 0; slot < many.length; slot++) {
      many[slot] = Statuses.worker(slot);
    }
    TopState state = TopState.START.withStatus(Statuses.of(many));
    for (int i = 0; i < 37; i++) {
      state = state.pressed(Key.DOWN);
    }

    assertThat(TopScreen.lines(state, 80, 24, ZoneOffset.UTC))
        .filteredOn(line -> line.style() == Style.SELECTED)
        .singleElement()
        .satisfies(line -> assertThat(line.text()).startsWith("> 37 "));
  }

  @Test
  void saysThatFiguresAreNotCurrentWhenTheSupervisorIsSilent() {
    assertThat(text(TWO.withTrouble("the supervisor is silent"), 80, 24))
        .contains("NOT CURRENT: the supervisor is silent")
        .anyMatch(line -> line.startsWith("> 0 "));
    assertThat(text(TWO.withTrouble("the supervisor is silent").withStatus(TWO.status()), 80, 24))
        .noneMatch(line -> line.contains("NOT CURRENT"));
  }

  @Test
  void marksWorkersInTrouble() {
    TopState state =
        TopState.START.withStatus(
            Statuses.of(Statuses.worker(0), Statuses.worker(1).put("state", "blocked")));

    assertThat(TopScreen.lines(state, 80, 24, ZoneOffset.UTC))
        .filteredOn(line -> line.style() == Style.ALARM)
        .extracting(ScreenLine::text)
        .singleElement()
        .asString()
        .contains("blocked");
  }

  @Test
  void obeysNoControlCharacterOfAnEvent() {
    TopState state = TWO.withEvent(Statuses.event("failed: \u001b[2J\u0007 gone"));

    assertThat(text(state, 80, 24)).contains("2026-01-02 03:04:05.678  failed: ?[2J? gone");
  }
}
