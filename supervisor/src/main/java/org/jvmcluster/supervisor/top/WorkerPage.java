package org.jvmcluster.supervisor.top;

import static org.jvmcluster.supervisor.report.FigureText.megabytes;
import static org.jvmcluster.supervisor.report.FigureText.millis;
import static org.jvmcluster.supervisor.report.FigureText.part;
import static org.jvmcluster.supervisor.report.FigureText.percent;
import static org.jvmcluster.supervisor.report.FigureText.span;
import static org.jvmcluster.supervisor.report.FigureText.whole;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jvmcluster.supervisor.report.FigureText;

/** Everything that is known of one worker, as lines of at most 80 columns. */
final class WorkerPage {
  private static final String DURATIONS = "%-22s %9s %8s %8s %8s %8s %8s";
  private static final String LOOPS = "%-22s %9s %8s %8s %8s %8s";

  private final JsonObject worker;
  private final List<String> lines = new ArrayList<>();

  private WorkerPage(JsonObject worker) {
    this.worker = worker;
  }

  static List<String> lines(JsonObject worker) {
    WorkerPage page = new WorkerPage(worker);
    page.process();
    page.requests();
    page.loops();
    page.pool();
    page.stalls();
    worker.getJsonArray("reduced", new JsonArray()).forEach(line -> page.add("reduced: " + line));
    return page.lines;
  }

  private void process() {
    add(
        FigureText.name(worker)
            + " generation "
            + whole(worker.getValue("generation"))
            + ": "
            + FigureText.state(worker)
            + ", up "
            + span(worker, "uptimeSeconds", 1000)
            + ", replaced "
            + whole(worker.getValue("restarts"))
            + " times");
    JsonObject exit = part(worker, "lastExit");
    if (!exit.isEmpty()) {
      add(
          "last exit: "
              + exit.getString("reason", "-")
              + ", "
              + Objects.toString(exit.getValue("signal"), "code " + exit.getValue("code"))
              + ", at "
              + exit.getString("at", "-"));
    }
    add(
        "cpu "
            + whole(worker.getValue("cpuPercent"))
            + " %, "
            + megabytes(worker.getValue("rssBytes"))
            + " MB resident, heap "
            + megabytes(worker.getValue("heapUsedBytes"))
            + " of "
            + megabytes(worker.getValue("heapMaxBytes"))
            + " MB, last report "
            + span(worker, "reportAgeMs", 1)
            + " ago");
    add("");
  }

  private void requests() {
    add(
        whole(worker.getValue("connections"))
            + " connections, "
            + whole(worker.getValue("inFlight"))
            + " in flight, "
            + whole(worker.getValue("requests"))
            + " requests since its start; "
            + whole(part(worker, "shed").getValue("count"))
            + " refused");
    add(String.format(Locale.ROOT, DURATIONS, "", "samples", "p50", "p90", "p99", "p99.9", "max"));
    durations("latency", part(worker, "latency"));
    durations("server time", part(worker, "serverTime"));
    add("");
  }

  private void durations(String name, JsonObject of) {
    add(
        String.format(
            Locale.ROOT,
            DURATIONS,
            name,
            FigureText.samples(of),
            millis(of.getValue("p50Ms")),
            millis(of.getValue("p90Ms")),
            millis(of.getValue("p99Ms")),
            millis(of.getValue("p999Ms")),
            millis(of.getValue("maxMs"))));
  }

  private void loops() {
    JsonObject loop = part(worker, "eventLoop");
    add(
        "event loops: lag p50 "
            + millis(loop.getValue("lagP50Ms"))
            + ", p99 "
            + millis(loop.getValue("lagP99Ms"))
            + ", max "
            + millis(loop.getValue("lagMaxMs"))
            + "; tasks wait p99 "
            + millis(loop.getValue("taskWaitP99Ms")));
    add(String.format(Locale.ROOT, LOOPS, "", "busy %", "worst s", "cpu %", "busy for", "pending"));
    for (Object each : loop.getJsonArray("perLoop", new JsonArray())) {
      if (each instanceof JsonObject one) {
        add(
            String.format(
                Locale.ROOT,
                LOOPS,
                "loop " + one.getValue("loop"),
                percent(one.getValue("utilization")),
                percent(one.getValue("worstSecondUtilization")),
                percent(one.getValue("cpuRatio")),
                span(one, "busyForMs", 1),
                whole(one.getValue("pendingTasks"))));
      }
    }
    add("");
  }

  private void pool() {
    JsonObject pool = part(worker, "pool");
    add(
        "pool: "
            + whole(pool.getValue("busy"))
            + " of "
            + whole(pool.getValue("size"))
            + " threads busy, "
            + whole(pool.getValue("queued"))
            + " queued, the oldest for "
            + span(pool, "oldestWaitMs", 1)
            + "; "
            + whole(pool.getValue("rejected"))
            + " refused, "
            + whole(pool.getValue("expired"))
            + " expired");
    add(
        String.format(
            Locale.ROOT, DURATIONS, "", "tasks", "wait p50", "p99", "run p50", "p99", "failed"));
    part(pool, "kinds")
        .forEach(
            entry -> {
              JsonObject kind = (JsonObject) entry.getValue();
              add(
                  String.format(
                      Locale.ROOT,
                      DURATIONS,
                      entry.getKey(),
                      whole(kind.getValue("count")),
                      millis(kind.getValue("waitP50Ms")),
                      millis(kind.getValue("waitP99Ms")),
                      millis(kind.getValue("runP50Ms")),
                      millis(kind.getValue("runP99Ms")),
                      whole(kind.getValue("failed"))));
            });
    part(pool, "vertx")
        .forEach(
            entry -> {
              JsonObject one = (JsonObject) entry.getValue();
              add(
                  entry.getKey()
                      + ": "
                      + whole(one.getValue("busy"))
                      + " busy, "
                      + whole(one.getValue("queued"))
                      + " queued, wait p99 "
                      + millis(one.getValue("waitP99Ms")));
            });
    add("");
  }

  private void stalls() {
    JsonObject gc = part(worker, "gc");
    JsonObject cpu = part(worker, "cpu");
    add(
        "gc: "
            + whole(gc.getValue("count"))
            + " pauses, "
            + millis(gc.getValue("pauseMs"))
            + " ms in all, the longest "
            + millis(gc.getValue("maxPauseMs"))
            + " ms");
    add(
        "cpu: throttled "
            + millis(cpu.getValue("throttledMs"))
            + " ms, waited for a core "
            + millis(cpu.getValue("runQueueMs"))
            + " ms, stolen "
            + millis(cpu.getValue("stolenMs"))
            + " ms; stood still "
            + whole(cpu.getValue("stops"))
            + " times");
  }

  private void add(String line) {
    lines.add(line);
  }
}
