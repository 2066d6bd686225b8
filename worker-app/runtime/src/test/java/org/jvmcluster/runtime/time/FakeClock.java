package org.jvmcluster.runtime.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until the test moves it. */
public final class FakeClock implements NanoClock {
  private final AtomicLong now;

  /**
   * @param startNanos the first reading; one near {@link Long#MAX_VALUE} shows that overflow is
   *     handled
   */
  public FakeClock(long startNanos) {
    this.now = new AtomicLong(startNanos);
  }

  @Override
  public long nanos() {
    return now.get();
  }

  /** Moves time forward. */
  public void advance(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
