package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolWatch;

/** The pools of this JVM, for whoever measures them, before or after they are opened. */
final class OpenPools {
  private final Set<CorePool> open = new LinkedHashSet<>();
  private @Nullable PoolWatch watch;

  synchronized void add(CorePool pool) {
    open.add(pool);
    if (watch != null) {
      watch.opened(pool);
    }
  }

  synchronized void remove(CorePool pool) {
    if (open.remove(pool) && watch != null) {
      watch.closed(pool);
    }
  }

  synchronized void watch(PoolWatch newWatch) {
    watch = requireNonNull(newWatch, "newWatch");
    open.forEach(newWatch::opened);
  }
}
