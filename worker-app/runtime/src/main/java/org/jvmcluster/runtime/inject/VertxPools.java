package org.jvmcluster.runtime.inject;

import io.vertx.core.spi.metrics.PoolMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.pool.meter.WorkerPoolMeter;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The worker pools of all Vert.x instances of this JVM, measured by name. Pools of one name share
 * their figures. Safe for any thread.
 */
final class VertxPools implements ReadingSource {
  /** What Vert.x calls pools of threads; others are pools of connections and such. */
  private static final String WORKER = "worker";

  /** Names an application may make up without end; those beyond have one series together. */
  private static final int MAX_NAMES = 32;

  private static final String FURTHER = "further";
  private static final String UNNAMED = "unnamed";

  private final Map<String, WorkerPoolMeter> meters = new LinkedHashMap<>();

  /**
   * The metrics of a pool that Vert.x makes.
   *
   * @param theirs null when the application measures nothing here
   */
  @Nullable PoolMetrics<?, ?> metered(
      String type, @Nullable String name, @Nullable PoolMetrics<?, ?> theirs) {
    return type.equals(WORKER)
        ? new MeteredPool<>(theirs, meter(name == null ? UNNAMED : name), NanoClock.SYSTEM)
        : theirs;
  }

  @Override
  public List<Reading> takeReadings() {
    List<WorkerPoolMeter> all;
    synchronized (this) {
      all = List.copyOf(meters.values());
    }
    List<Reading> readings = new ArrayList<>();
    all.forEach(meter -> meter.addTo(readings));
    return readings;
  }

  private synchronized WorkerPoolMeter meter(String name) {
    String shown = meters.size() < MAX_NAMES || meters.containsKey(name) ? name : FURTHER;
    return meters.computeIfAbsent(shown, WorkerPoolMeter::new);
  }
}
