package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jvmcluster.runtime.time.NanoClock;

/** A clock that stands still until the test moves it. Starts just below the wrap of a long. */
public final class HandClock implements NanoClock {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);

  @Override
  public long nanos() {
    return now.get();
  }

  public void advance(Duration by) {
    now.addAndGet(by.toNanos());
  }
}
