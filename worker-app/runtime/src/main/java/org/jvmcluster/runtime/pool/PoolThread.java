package org.jvmcluster.runtime.pool;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a pool. What a task leaves behind on it is put right before the next: the interrupt
 * flag, the context class loader and the name. Thread locals cannot be cleared from outside; it
 * inherits none, and a hook of the application may clear those it knows.
 */
class PoolThread extends Thread {
  private final CorePool pool;
  private final String givenName;
  private final @Nullable ClassLoader loader;

  /** What it runs; guarded by the pool's lock. */
  @Nullable PoolTask task;

  PoolThread(CorePool pool, String name, @Nullable ClassLoader loader) {
    // No thread locals of whoever happened to submit the first task.
    super(null, null, name, 0, false);
    this.pool = pool;
    this.givenName = name;
    this.loader = loader;
    setDaemon(true);
    setContextClassLoader(loader);
  }

  @Override
  public void run() {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = pool.serve(this);
    }
  }

  boolean isOf(CorePool pool) {
    return this.pool == pool;
  }

  /** Puts right what a task may have changed; called by the thread itself. */
  void restore() {
    // An interrupt meant for the task before must not end the next one.
    Thread.interrupted();
    if (getContextClassLoader() != loader) {
      setContextClassLoader(loader);
    }
    if (!getName().equals(givenName)) {
      setName(givenName);
    }
  }

  /**
   * Whether it waits for another thread: parked for somebody, or waiting on a monitor. A sleep is
   * no such wait, nor is reading from a socket.
   */
  boolean isWaiting() {
    State state = getState();
    return state == State.WAITING
        || (state == State.TIMED_WAITING && LockSupport.getBlocker(this) != null);
  }
}
