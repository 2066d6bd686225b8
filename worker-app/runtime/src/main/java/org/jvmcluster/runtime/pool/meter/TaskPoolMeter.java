package org.jvmcluster.runtime.pool.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolWatch;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * Measures the task pools of this JVM. The figures of pools of one name are one series; what a pool
 * has counted stays when it is closed. Safe for any thread; read by one.
 */
public final class TaskPoolMeter implements PoolWatch, ReadingSource {
  /** The name of the pool whose figures have the plain names. */
  private static final String CORE = "core";

  private final Map<String, PoolAccount> accounts = new ConcurrentHashMap<>();

  @Override
  public void opened(CorePool pool) {
    String name = pool.shape().name();
    UnaryOperator<String> names =
        name.equals(CORE) ? UnaryOperator.identity() : ReadingNames::ofCompute;
    accounts
        .computeIfAbsent(name, absent -> new PoolAccount(pool.shape().kinds(), names))
        .opened(pool);
  }

  @Override
  public void closed(CorePool pool) {
    PoolAccount account = accounts.get(pool.shape().name());
    if (account != null) {
      account.closed(pool);
    }
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>();
    accounts.values().forEach(account -> account.addTo(readings));
    return readings;
  }
}
