package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The measured part of a worker's entry in the {@link StatusDocument}. */
final class WorkerEntry {
  private WorkerEntry() {}

  /** What a worker does and needs; each {@code null} where it is not known. */
  static void putFigures(
      JsonObject entry, Optional<WorkerFigures> figures, ProcessFigures process) {
    entry
        .put("connections", whole(figures, WorkerFigures::connections))
        .put("inFlight", whole(figures, WorkerFigures::inFlight))
        .put("requests", whole(figures, WorkerFigures::requests))
        .put("cpuPercent", JsonFigures.orNull(process.cpuPercent()))
        .put("rssBytes", JsonFigures.orNull(process.rssBytes()))
        .put("pssBytes", JsonFigures.orNull(process.pssBytes()))
        .put("heapUsedBytes", whole(figures, WorkerFigures::heapUsedBytes))
        .put("heapMaxBytes", whole(figures, WorkerFigures::heapMaxBytes))
        .put("latency", latency(figures, WorkerFigures::latency))
        .put("serverTime", latency(figures, WorkerFigures::serverTime));
  }

  /** How the worker stands and how fresh the figures are. */
  static void putCondition(JsonObject entry, Optional<WorkerFigures> figures) {
    JsonArray reduced = new JsonArray();
    figures.ifPresent(known -> known.reduced().forEach(reduced::add));
    entry
        .put("transport", figures.map(WorkerFigures::transport).orElse(null))
        .put(
            "reportAgeMs",
            figures
                .flatMap(WorkerFigures::reportAge)
                .map(age -> (Object) JsonFigures.millis(age))
                .orElse(null))
        .put("reduced", reduced);
  }

  private static JsonObject latency(
      Optional<WorkerFigures> figures, Function<WorkerFigures, LatencyFigures> which) {
    return figures.map(which).orElse(LatencyFigures.NONE).toJson();
  }

  private static @Nullable Long whole(
      Optional<WorkerFigures> figures, Function<WorkerFigures, OptionalLong> figure) {
    return JsonFigures.orNull(figures.map(figure).orElse(OptionalLong.empty()));
  }
}
