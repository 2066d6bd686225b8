package org.jvmcluster.supervisor.report;

import static org.jvmcluster.supervisor.report.FigureText.name;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What deserves a line below the table: silent workers, unusual exits, the last restart. */
public final class StatusNotes {
  /** A screen has room for so many beside the table; the JSON has all. */
  private static final int MOST = 10;

  /** A report comes every second; one three times as old means that the worker is silent. */
  public static final Duration SILENCE = Duration.ofSeconds(3);

  /** Reasons of an exit that the fleet gave the order for. */
  private static final Set<String> ORDERED =
      Set.of("replaced", "restart aborted", "scaled down", "stopped");

  private StatusNotes() {}

  /** For a document made by {@link StatusDocument#of}. */
  public static List<String> of(JsonObject status) {
    List<String> notes = new ArrayList<>();
    restart(FigureText.part(status, "restart"), notes);
    List<JsonObject> workers = FigureText.workers(status);
    for (JsonObject worker : workers) {
      silence(worker, notes);
      TroubleNotes.of(worker, FigureText.window(status), notes);
      lastExit(worker, notes);
      worker
          .getJsonArray("reduced", new JsonArray())
          .forEach(sentence -> notes.add(name(worker) + ": " + sentence));
    }
    TroubleNotes.steal(workers, FigureText.part(status, "supervisor"), notes);
    int more = notes.size() - MOST;
    if (more <= 1) {
      return notes;
    }
    List<String> shown = new ArrayList<>(notes.subList(0, MOST));
    shown.add("and " + more + " notes more: see status --json");
    return shown;
  }

  private static void silence(JsonObject worker, List<String> notes) {
    if (worker.getValue("reportAgeMs") instanceof Number age
        && age.doubleValue() >= SILENCE.toMillis()) {
      notes.add(
          name(worker)
              + ": silent, its last report is "
              + FigureText.span(worker, "reportAgeMs", 1)
              + " old, and so are its figures");
    }
  }

  /** Only deaths: after a rolling restart the worker of every slot was replaced by order. */
  private static void lastExit(JsonObject worker, List<String> notes) {
    JsonObject exit = worker.getJsonObject("lastExit");
    if (exit == null || ORDERED.contains(exit.getString("reason", ""))) {
      return;
    }
    String status =
        exit.getString("signal") == null
            ? "code " + exit.getValue("code")
            : exit.getString("signal") + " (" + exit.getValue("code") + ")";
    notes.add(
        name(worker)
            + ": last exit: "
            + exit.getString("reason", "-")
            + ", "
            + status
            + ", at "
            + exit.getString("at", "-")
            + "; restarts of this slot: "
            + worker.getValue("restarts"));
  }

  private static void restart(JsonObject restart, List<String> notes) {
    String state = restart.getString("state", "none");
    if (state.equals("none")) {
      return;
    }
    String took =
        restart.getValue("seconds") == null
            ? ""
            : " after " + FigureText.span(restart, "seconds", 1000);
    String reason =
        restart.getString("reason") == null ? "" : ": " + restart.getString("reason", "");
    notes.add("restart " + restart.getValue("number") + " " + state + took + reason);
  }
}
