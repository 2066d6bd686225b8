package org.jvmcluster.supervisor.report;

import static org.jvmcluster.supervisor.report.FigureText.name;
import static org.jvmcluster.supervisor.report.FigureText.part;
import static org.jvmcluster.supervisor.report.FigureText.span;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sentences about what holds a worker up, each from figures of one window. What is ordinary is not
 * mentioned: every limit is where people begin to notice.
 */
final class TroubleNotes {
  /** A twentieth of the time in pauses adds as much to the mean latency of any service. */
  private static final double GC_SHARE = 0.05;

  /** A hundredth: one period of 100 ms held in every ten seconds. */
  private static final double THROTTLED_SHARE = 0.01;

  /** Of all the machine's cores; below it a busy neighbour cannot be felt. */
  private static final double STOLEN_SHARE = 0.05;

  /** What a person perceives as a delay. */
  private static final double STOP_MILLIS = 100;

  private TroubleNotes() {}

  static void of(JsonObject worker, String window, List<String> notes) {
    if (Objects.equals(worker.getString("state"), "blocked")) {
      notes.add(
          name(worker)
              + ": blocked, no event loop of it has been free for "
              + span(part(worker, "eventLoop"), "blockedForMs", 1)
              + " as of its last report");
    }
    shed(worker, window, notes);
    refused(worker, window, notes);
    gc(worker, window, notes);
    throttled(worker, window, notes);
    JsonObject cpu = part(worker, "cpu");
    if (number(cpu.getValue("maxStopMs")) >= STOP_MILLIS) {
      notes.add(
          name(worker)
              + ": the process stood still "
              + times(cpu.getValue("stops"))
              + ", "
              + window
              + ", the longest time for "
              + span(cpu, "maxStopMs", 1));
    }
  }

  private static void shed(JsonObject worker, String window, List<String> notes) {
    JsonObject shed = part(worker, "shed");
    boolean isActive = shed.getValue("active") instanceof Boolean active && active;
    if (isActive || number(shed.getValue("count")) > 0) {
      String reasons =
          part(shed, "reasons").stream()
              .filter(reason -> number(reason.getValue()) > 0)
              .map(reason -> reason.getKey() + " " + reason.getValue())
              .collect(Collectors.joining(", "));
      notes.add(
          name(worker)
              + (isActive ? ": refuses requests now, " : ": refused requests, ")
              + FigureText.whole(shed.getValue("count"))
              + " answered with 503, "
              + window
              + (reasons.isEmpty() ? "" : " (" + reasons + ")"));
    }
  }

  private static void refused(JsonObject worker, String window, List<String> notes) {
    JsonObject pool = part(worker, "pool");
    if (number(pool.getValue("rejected")) > 0 || number(pool.getValue("expired")) > 0) {
      notes.add(
          name(worker)
              + ": tasks the pool refused: "
              + FigureText.whole(pool.getValue("rejected"))
              + ", expired in its queue: "
              + FigureText.whole(pool.getValue("expired"))
              + ", "
              + window);
    }
  }

  private static void gc(JsonObject worker, String window, List<String> notes) {
    JsonObject gc = part(worker, "gc");
    OptionalDouble share = share(gc.getValue("pauseMs"), worker);
    if (share.orElse(0) >= GC_SHARE) {
      notes.add(
          name(worker)
              + ": garbage collection held it "
              + FigureText.percent(share.getAsDouble())
              + " % of the time, "
              + window
              + ", the longest pause "
              + span(gc, "maxPauseMs", 1));
    }
  }

  private static void throttled(JsonObject worker, String window, List<String> notes) {
    JsonObject cpu = part(worker, "cpu");
    OptionalDouble share = share(cpu.getValue("throttledMs"), worker);
    if (share.orElse(0) >= THROTTLED_SHARE) {
      notes.add(
          name(worker)
              + ": its CPU quota held it "
              + FigureText.percent(share.getAsDouble())
              + " % of the time, "
              + window);
    }
  }

  /** Steal is of the machine, so every worker sees the same: one line for all. */
  static void steal(List<JsonObject> workers, JsonObject supervisor, List<String> notes) {
    double cores = number(supervisor.getValue("cores"));
    OptionalDouble share =
        workers.stream()
            .map(worker -> share(part(worker, "cpu").getValue("stolenMs"), worker))
            .flatMapToDouble(OptionalDouble::stream)
            .max();
    if (cores > 0 && share.orElse(0) / cores >= STOLEN_SHARE) {
      notes.add(
          "the hypervisor gave "
              + FigureText.percent(share.getAsDouble() / cores)
              + " % of this machine's CPU time to others");
    }
  }

  /** Of the window that the worker's figures cover. */
  private static OptionalDouble share(@Nullable Object millis, JsonObject worker) {
    double window = number(part(worker, "latency").getValue("windowSeconds")) * 1000;
    return millis instanceof Number number && window > 0
        ? OptionalDouble.of(number.doubleValue() / window)
        : OptionalDouble.empty();
  }

  private static String times(@Nullable Object count) {
    return number(count) == 1 ? "once" : FigureText.whole(count) + " times";
  }

  private static double number(@Nullable Object figure) {
    return figure instanceof Number number ? number.doubleValue() : 0;
  }
}
