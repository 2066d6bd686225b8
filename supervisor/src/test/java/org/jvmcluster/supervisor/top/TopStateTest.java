package org.jvmcluster.supervisor.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.report.Window;

class TopStateTest {
  private static JsonObject lagging(int slot, double lag) {
    JsonObject worker = Statuses.worker(slot);
    worker.getJsonObject("eventLoop").put("lagP99Ms", lag);
    return worker;
  }

  private final TopState three =
      TopState.START.withStatus(Statuses.of(lagging(0, 1), Statuses.inBackoff(1), lagging(2, 80)));

  private static TopState pressed(TopState state, Key... keys) {
    TopState after = state;
    for (Key key : keys) {
      after = after.pressed(key);
    }
    return after;
  }

  @Test
  void sortsByTheNextColumnLargestFirstAndWhatIsUnknownLast() {
    TopState byLag = pressed(three, Key.SORT_NEXT, Key.SORT_NEXT);

    assertThat(byLag.sort()).isEqualTo(SortOrder.LAG);
    assertThat(byLag.workers())
        .extracting(worker -> worker.getInteger("slot"))
        .containsExactly(2, 0, 1);
    assertThat(pressed(byLag, Key.SORT_PREVIOUS, Key.SORT_PREVIOUS).workers())
        .extracting(worker -> worker.getInteger("slot"))
        .containsExactly(0, 1, 2);
    assertThat(three.pressed(Key.SORT_PREVIOUS).sort()).isEqualTo(SortOrder.MEMORY);
  }

  @Test
  void staysWithTheSelectedWorkerWhenTheOrderChanges() {
    TopState second = pressed(three, Key.DOWN, Key.DOWN);
    assertThat(second.selectedWorker().orElseThrow().getInteger("slot")).isEqualTo(2);

    TopState sorted = pressed(second, Key.SORT_NEXT, Key.SORT_NEXT);

    assertThat(sorted.selectedPlace()).isZero();
    assertThat(sorted.selectedWorker().orElseThrow().getInteger("slot")).isEqualTo(2);
  }

  @Test
  void stopsAtTheFirstAndTheLastWorker() {
    assertThat(three.pressed(Key.UP).selectedPlace()).isZero();
    assertThat(pressed(three, Key.DOWN, Key.DOWN, Key.DOWN, Key.DOWN).selectedPlace()).isEqualTo(2);
  }

  @Test
  void goesBackToTheFirstWorkerWhenTheSelectedOneIsGone() {
    TopState second = pressed(three, Key.DOWN, Key.DOWN);

    assertThat(second.withStatus(Statuses.of(Statuses.worker(0))).selectedPlace()).isZero();
  }

  @Test
  void goesThroughTheWindowsInATurn() {
    assertThat(three.pressed(Key.WINDOW).window()).isEqualTo(Window.LAST_MINUTE);
    assertThat(pressed(three, Key.WINDOW, Key.WINDOW).window()).isEqualTo(Window.ALL);
    assertThat(pressed(three, Key.WINDOW, Key.WINDOW, Key.WINDOW).window())
        .isEqualTo(Window.LAST_10_SECONDS);
  }

  @Test
  void opensAndLeavesAWorkerAndOpensNoneWhereThereIsNone() {
    assertThat(three.pressed(Key.OPEN).isOpen()).isTrue();
    assertThat(pressed(three, Key.OPEN, Key.BACK).isOpen()).isFalse();
    assertThat(TopState.START.pressed(Key.OPEN).isOpen()).isFalse();
  }

  @Test
  void remembersTheLastHundredEvents() {
    TopState state = TopState.START;
    for (int i = 0; i < 250; i++) {
      state = state.withEvent(Statuses.event("number " + i));
    }

    assertThat(state.events()).hasSize(100);
    assertThat(state.events().get(99).getString("text")).isEqualTo("number 249");
  }
}
