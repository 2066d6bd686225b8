package org.jvmcluster.supervisor;

import org.jspecify.annotations.Nullable;

/**
 * Remembers that somebody wants the supervisor to stop, from the first moment of its start. Before
 * there is a loop that could be told, the starting thread is interrupted and looks at {@link
 * #isThrown()}. Safe for any thread, that of a signal above all.
 */
final class StopSwitch {
  private final Thread starter;
  private int thrown;
  private boolean heldOff;
  private @Nullable Order order;

  /** Passes the wish on. */
  @FunctionalInterface
  interface Order {
    /**
     * Stops everything.
     *
     * @param now kill instead of drain
     */
    void stop(boolean now);
  }

  /**
   * A switch that nobody has pressed.
   *
   * @param starter the thread that starts the supervisor
   */
  StopSwitch(Thread starter) {
    this.starter = starter;
  }

  /** Stop: gracefully the first time, at once from the second time on. */
  synchronized void press() {
    thrown++;
    if (order != null) {
      order.stop(thrown > 1);
    } else if (!heldOff) {
      starter.interrupt();
    }
  }

  /**
   * Until {@link #letGo} the starting thread is not interrupted: what it does is short and must not
   * be broken off halfway.
   */
  synchronized void holdOff() {
    heldOff = true;
  }

  /** The interrupt that was held off comes now. */
  synchronized void letGo() {
    heldOff = false;
    if (thrown > 0 && order == null) {
      starter.interrupt();
    }
  }

  synchronized boolean isThrown() {
    return thrown > 0;
  }

  /**
   * From now on the wish is passed on.
   *
   * @return false when it was pressed before; then nothing is connected
   */
  synchronized boolean connect(Order to) {
    if (thrown > 0) {
      return false;
    }
    order = to;
    return true;
  }
}
