package org.jvmcluster.supervisor.top;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.report.FigureText;
import org.jvmcluster.supervisor.report.Window;

/**
 * What is known and what is looked at. Immutable: every key and every answer makes a new one.
 *
 * @param status the last status document; empty before the first
 * @param events the last ones, oldest first
 * @param sort order of the workers
 * @param window that figures are asked for
 * @param selected the worker under the cursor, as {@link #id} names it; empty for the first
 * @param isOpen whether one worker is looked into
 * @param scrolled how many lines of the worker are above the screen
 * @param trouble why there is no newer status; empty while there is
 */
record TopState(
    JsonObject status,
    List<JsonObject> events,
    SortOrder sort,
    Window window,
    String selected,
    boolean isOpen,
    int scrolled,
    String trouble) {
  /** More than fit on any screen. */
  private static final int EVENTS = 100;

  static final TopState START =
      new TopState(
          new JsonObject(), List.of(), SortOrder.SLOT, Window.LAST_10_SECONDS, "", false, 0, "");

  TopState {
    requireNonNull(status, "status");
    events = List.copyOf(events);
    requireNonNull(sort, "sort");
    requireNonNull(window, "window");
    requireNonNull(selected, "selected");
    requireNonNull(trouble, "trouble");
  }

  /** Stays the same while the worker lives: a slot has two during a replacement. */
  static String id(JsonObject worker) {
    return worker.getValue("slot") + "/" + worker.getValue("pid");
  }

  /** In the order of the screen. */
  List<JsonObject> workers() {
    return sort.sorted(FigureText.workers(status));
  }

  /** The place of the selected worker among {@link #workers}; the first when it is gone. */
  int selectedPlace() {
    List<JsonObject> workers = workers();
    for (int place = 0; place < workers.size(); place++) {
      if (id(workers.get(place)).equals(selected)) {
        return place;
      }
    }
    return 0;
  }

  Optional<JsonObject> selectedWorker() {
    List<JsonObject> workers = workers();
    return workers.isEmpty() ? Optional.empty() : Optional.of(workers.get(selectedPlace()));
  }

  TopState withStatus(JsonObject newer) {
    return new TopState(newer, events, sort, window, selected, isOpen, scrolled, "");
  }

  TopState withTrouble(String why) {
    return new TopState(status, events, sort, window, selected, isOpen, scrolled, why);
  }

  TopState withEvent(JsonObject event) {
    List<JsonObject> more = new ArrayList<>(events);
    more.add(event);
    return new TopState(
        status,
        more.subList(Math.max(0, more.size() - EVENTS), more.size()),
        sort,
        window,
        selected,
        isOpen,
        scrolled,
        trouble);
  }

  /** What a key changes; keys that end the program change nothing here. */
  TopState pressed(Key key) {
    return switch (key) {
      case UP -> isOpen ? scrolledTo(Math.max(0, scrolled - 1)) : selecting(selectedPlace() - 1);
      case DOWN -> isOpen ? scrolledTo(scrolled + 1) : selecting(selectedPlace() + 1);
      case OPEN -> selectedWorker().map(worker -> looking(id(worker), true)).orElse(this);
      case BACK -> looking(selected, false);
      case SORT_NEXT -> sortedBy(sort.next());
      case SORT_PREVIOUS -> sortedBy(sort.previous());
      case WINDOW -> {
        List<Window> windows = List.of(Window.values());
        yield new TopState(
            status,
            events,
            sort,
            windows.get((windows.indexOf(window) + 1) % windows.size()),
            selected,
            isOpen,
            scrolled,
            trouble);
      }
      case QUIT, INTERRUPT, OTHER -> this;
    };
  }

  private TopState selecting(int place) {
    List<JsonObject> workers = workers();
    if (workers.isEmpty()) {
      return this;
    }
    int within = Math.max(0, Math.min(place, workers.size() - 1));
    return looking(id(workers.get(within)), isOpen);
  }

  private TopState looking(String at, boolean open) {
    return new TopState(status, events, sort, window, at, open, 0, trouble);
  }

  private TopState scrolledTo(int lines) {
    return new TopState(status, events, sort, window, selected, isOpen, lines, trouble);
  }

  private TopState sortedBy(SortOrder order) {
    return new TopState(status, events, order, window, selected, isOpen, scrolled, trouble);
  }
}
