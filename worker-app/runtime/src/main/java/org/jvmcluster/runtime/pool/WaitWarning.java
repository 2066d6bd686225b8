package org.jvmcluster.runtime.pool;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Warns of tasks that waited long, at most once a second. Safe for any thread. */
final class WaitWarning {
  /** One line a second shows that it goes on and floods no log. */
  static final long INTERVAL_NANOS = 1_000_000_000;

  private final PoolShape shape;
  private final Consumer<? super String> warnings;

  /** Guarded by this, like the rest. */
  private boolean warned;

  private long warnedNanos;
  private long kept;

  WaitWarning(PoolShape shape, Consumer<? super String> warnings) {
    this.shape = requireNonNull(shape, "shape");
    this.warnings = requireNonNull(warnings, "warnings");
  }

  void started(int kind, long waitNanos, long nowNanos, Supplier<PoolState> pool) {
    String line;
    synchronized (this) {
      if (warned && nowNanos - warnedNanos < INTERVAL_NANOS) {
        kept++;
        return;
      }
      warned = true;
      warnedNanos = nowNanos;
    }
    PoolState state = pool.get();
    synchronized (this) {
      line =
          String.format(
              Locale.ROOT,
              "a %s task waited %d ms for a thread of pool %s (%d of %d threads busy, %d tasks"
                  + " waiting, the oldest running for %d ms)%s",
              shape.kinds().get(kind),
              TimeUnit.NANOSECONDS.toMillis(waitNanos),
              shape.name(),
              state.busy(),
              state.size(),
              state.queued(),
              TimeUnit.NANOSECONDS.toMillis(state.oldestRunNanos()),
              kept == 0 ? "" : "; " + kept + " more waited too long since the last warning");
      kept = 0;
    }
    warnings.accept(line);
  }
}
