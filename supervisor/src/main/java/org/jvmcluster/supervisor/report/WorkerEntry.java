package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The measured part of a worker's entry in the {@link StatusDocument}. */
final class WorkerEntry {
  /** Nothing is known of a worker that has not joined: the same keys, without figures. */
  private static final WindowView NOTHING =
      new WindowView(List.of(), Window.ALL, 0, Duration.ZERO, Histograms.empty());

  private static final EventLoopFigures NO_LOOPS = EventLoopFigures.of(NOTHING);
  private static final PoolFigures NO_POOL = PoolFigures.of(NOTHING);
  private static final StallFigures NO_STALLS = StallFigures.of(NOTHING);
  private static final ShedFigures NO_SHED = ShedFigures.of(NOTHING);

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
        .put("serverTime", latency(figures, WorkerFigures::serverTime))
        .put("eventLoop", figures.map(WorkerFigures::eventLoop).orElse(NO_LOOPS).toJson())
        .put("pool", figures.map(WorkerFigures::pool).orElse(NO_POOL).toJson())
        .put("gc", figures.map(WorkerFigures::stalls).orElse(NO_STALLS).gcJson())
        .put("cpu", figures.map(WorkerFigures::stalls).orElse(NO_STALLS).cpuJson())
        .put("shed", figures.map(WorkerFigures::shed).orElse(NO_SHED).toJson());
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
