package org.jvmcluster.supervisor.top;

import io.vertx.core.json.JsonObject;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jvmcluster.supervisor.report.EventLine;
import org.jvmcluster.supervisor.report.FigureText;
import org.jvmcluster.supervisor.report.StatusNotes;
import org.jvmcluster.supervisor.top.ScreenLine.Style;

/**
 * What a screen of a certain size shows. Pure: the same state on the same size is the same screen,
 * with exactly as many lines as there are rows and none wider than there are columns.
 */
final class TopScreen {
  /** Below that nothing can be shown that means anything. */
  static final int FEWEST_ROWS = 6;

  private static final String KEYS = "q quit  s S sort  w window  up down enter worker  esc back";
  private static final Set<String> ALARMING = Set.of("blocked", "backoff", "exited");

  private final TopState state;
  private final int columns;
  private final int rows;
  private final ZoneId zone;
  private final List<ScreenLine> lines = new ArrayList<>();

  private TopScreen(TopState state, int columns, int rows, ZoneId zone) {
    this.state = state;
    this.columns = columns;
    this.rows = Math.max(FEWEST_ROWS, rows);
    this.zone = zone;
  }

  /**
   * The lines from top to bottom.
   *
   * @param zone whose time of day events are shown in
   */
  static List<ScreenLine> lines(TopState state, int columns, int rows, ZoneId zone) {
    TopScreen screen = new TopScreen(state, columns, rows, zone);
    screen.fill();
    return screen.lines.subList(0, Math.min(screen.lines.size(), Math.max(1, rows)));
  }

  private void fill() {
    if (state.status().isEmpty()) {
      add(state.trouble().isEmpty() ? "asking the supervisor ..." : state.trouble(), Style.PLAIN);
    } else {
      add(FigureText.fleet(state.status()), Style.HEADING);
      if (state.trouble().isEmpty()) {
        add(
            FigureText.window(state.status()) + ", times in ms, by " + state.sort().heading(),
            Style.PLAIN);
      } else {
        add("NOT CURRENT: " + state.trouble(), Style.ALARM);
      }
      add("", Style.PLAIN);
      if (state.isOpen()) {
        worker();
      } else {
        table();
      }
    }
    while (lines.size() < rows - 1) {
      add("", Style.PLAIN);
    }
    add(KEYS, Style.PLAIN);
  }

  private void worker() {
    state
        .selectedWorker()
        .ifPresent(
            worker -> {
              List<String> all = WorkerPage.lines(worker);
              int room = rows - 1 - lines.size();
              int from = Math.max(0, Math.min(state.scrolled(), all.size() - room));
              all.subList(from, Math.min(all.size(), from + room))
                  .forEach(line -> add(line, Style.PLAIN));
            });
  }

  /** Workers first; what room they leave is for notes and then for the newest events. */
  private void table() {
    List<JsonObject> workers = state.workers();
    List<String> table = WorkerTable.lines(workers, columns - 2);
    add("  " + table.get(0), Style.HEADING);
    int room = Math.max(1, Math.min(workers.size(), rows - 1 - lines.size()));
    int selected = state.selectedPlace();
    int from = Math.max(0, Math.min(selected - room / 2, workers.size() - room));
    for (int place = from; place < Math.min(workers.size(), from + room); place++) {
      boolean isSelected = place == selected;
      Style style = isSelected ? Style.SELECTED : style(workers.get(place));
      add((isSelected ? "> " : "  ") + table.get(place + 1), style);
    }
    below();
  }

  private static Style style(JsonObject worker) {
    return ALARMING.contains(Objects.toString(worker.getValue("state"), ""))
        ? Style.ALARM
        : Style.PLAIN;
  }

  private void below() {
    List<String> notes = StatusNotes.of(state.status());
    // Beside a blank line each, and at least three events.
    int room = rows - 1 - lines.size() - 1;
    int forNotes = Math.max(0, Math.min(notes.size(), room - 4));
    if (forNotes > 0) {
      add("", Style.PLAIN);
      notes.subList(0, forNotes).forEach(note -> add(note, Style.PLAIN));
    }
    int forEvents = rows - 1 - lines.size() - 1;
    List<JsonObject> events = state.events();
    if (forEvents > 0 && !events.isEmpty()) {
      add("", Style.PLAIN);
      events
          .subList(Math.max(0, events.size() - forEvents), events.size())
          .forEach(event -> add(EventLine.text(event, zone), Style.PLAIN));
    }
  }

  private void add(String text, Style style) {
    if (lines.size() < rows) {
      lines.add(ScreenLine.of(text, style, columns));
    }
  }
}
