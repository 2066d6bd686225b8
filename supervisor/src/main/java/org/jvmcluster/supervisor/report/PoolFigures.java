package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_BUSY;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_EXPIRED;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_FAILED;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_OLDEST_WAIT_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_QUEUED;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_REJECTED;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_RUN_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_SIZE;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_THREADS;
import static org.jvmcluster.runtime.protocol.ReadingNames.POOL_WAIT_NANOS;
import static org.jvmcluster.runtime.protocol.ReadingNames.VERTX_POOL_BUSY;
import static org.jvmcluster.runtime.protocol.ReadingNames.VERTX_POOL_QUEUED;
import static org.jvmcluster.runtime.protocol.ReadingNames.VERTX_POOL_WAIT_NANOS;

import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How the task pool of a worker, or of all, fared in one window. Gauges are as of the last report;
 * what was not reported is empty.
 *
 * @param size threads it may have
 * @param threads it has started
 * @param busy threads that run a task
 * @param queued tasks that wait
 * @param oldestWaitNanos of the task that has waited longest
 * @param waits from submit to first instruction, all kinds together
 * @param rejected refused in the window
 * @param expired given up by their clients in the window before they ran
 * @param kinds the same by kind of task
 * @param vertx Vert.x's own pools, by name
 */
public record PoolFigures(
    OptionalLong size,
    OptionalLong threads,
    OptionalLong busy,
    OptionalLong queued,
    OptionalDouble oldestWaitNanos,
    LatencyFigures waits,
    OptionalLong rejected,
    OptionalLong expired,
    SortedMap<String, Kind> kinds,
    SortedMap<String, VertxPool> vertx) {
  private static final String KIND = "kind";
  private static final String POOL = "pool";

  public PoolFigures {
    requireNonNull(waits, "waits");
    kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    vertx = Collections.unmodifiableSortedMap(new TreeMap<>(vertx));
  }

  /** Tasks of one kind. */
  public record Kind(
      LatencyFigures waits,
      LatencyFigures runs,
      OptionalLong rejected,
      OptionalLong expired,
      OptionalLong failed) {
    JsonObject toJson() {
      return new JsonObject()
          .put("count", runs.count())
          .put("waitP50Ms", JsonFigures.orNull(waits.p50Millis()))
          .put("waitP99Ms", JsonFigures.orNull(waits.p99Millis()))
          .put("runP50Ms", JsonFigures.orNull(runs.p50Millis()))
          .put("runP99Ms", JsonFigures.orNull(runs.p99Millis()))
          .put("rejected", JsonFigures.orNull(rejected))
          .put("expired", JsonFigures.orNull(expired))
          .put("failed", JsonFigures.orNull(failed));
    }
  }

  /** One of Vert.x's own worker pools. */
  public record VertxPool(OptionalLong queued, OptionalLong busy, LatencyFigures waits) {
    JsonObject toJson() {
      return new JsonObject()
          .put("queued", JsonFigures.orNull(queued))
          .put("busy", JsonFigures.orNull(busy))
          .put("count", waits.count())
          .put("waitP99Ms", JsonFigures.orNull(waits.p99Millis()));
    }
  }

  static PoolFigures of(WindowView view) {
    SortedMap<String, Kind> kinds = new TreeMap<>();
    for (String kind :
        view.labels(
            KIND,
            List.of(POOL_WAIT_NANOS, POOL_RUN_NANOS, POOL_REJECTED, POOL_EXPIRED, POOL_FAILED))) {
      kinds.put(
          kind,
          new Kind(
              view.times(isOf(POOL_WAIT_NANOS, KIND, kind)),
              view.times(isOf(POOL_RUN_NANOS, KIND, kind)),
              view.growth(isOf(POOL_REJECTED, KIND, kind)),
              view.growth(isOf(POOL_EXPIRED, KIND, kind)),
              view.growth(isOf(POOL_FAILED, KIND, kind))));
    }
    SortedMap<String, VertxPool> vertx = new TreeMap<>();
    for (String pool :
        view.labels(POOL, List.of(VERTX_POOL_QUEUED, VERTX_POOL_BUSY, VERTX_POOL_WAIT_NANOS))) {
      vertx.put(
          pool,
          new VertxPool(
              whole(view.gauge(VERTX_POOL_QUEUED, POOL, pool)),
              whole(view.gauge(VERTX_POOL_BUSY, POOL, pool)),
              view.times(isOf(VERTX_POOL_WAIT_NANOS, POOL, pool))));
    }
    return new PoolFigures(
        view.wholeGauge(POOL_SIZE),
        view.wholeGauge(POOL_THREADS),
        view.wholeGauge(POOL_BUSY),
        view.wholeGauge(POOL_QUEUED),
        view.gauges(POOL_OLDEST_WAIT_NANOS).max(),
        view.times(POOL_WAIT_NANOS),
        view.growth(POOL_REJECTED),
        view.growth(POOL_EXPIRED),
        kinds,
        vertx);
  }

  private static Predicate<SeriesKey> isOf(String name, String label, String value) {
    return key -> key.isCalled(name) && value.equals(key.label(label));
  }

  private static OptionalLong whole(OptionalDouble gauge) {
    return gauge.isPresent()
        ? OptionalLong.of(Math.round(gauge.getAsDouble()))
        : OptionalLong.empty();
  }

  /** The object called {@code pool}. */
  JsonObject toJson() {
    JsonObject byKind = new JsonObject();
    kinds.forEach((kind, figures) -> byKind.put(kind, figures.toJson()));
    JsonObject byPool = new JsonObject();
    vertx.forEach((pool, figures) -> byPool.put(pool, figures.toJson()));
    return new JsonObject()
        .put("size", JsonFigures.orNull(size))
        .put("threads", JsonFigures.orNull(threads))
        .put("busy", JsonFigures.orNull(busy))
        .put("queued", JsonFigures.orNull(queued))
        .put("oldestWaitMs", JsonFigures.millisOrNull(oldestWaitNanos))
        .put("waitP50Ms", JsonFigures.orNull(waits.p50Millis()))
        .put("waitP99Ms", JsonFigures.orNull(waits.p99Millis()))
        .put("rejected", JsonFigures.orNull(rejected))
        .put("expired", JsonFigures.orNull(expired))
        .put("kinds", byKind)
        .put("vertx", byPool);
  }
}
