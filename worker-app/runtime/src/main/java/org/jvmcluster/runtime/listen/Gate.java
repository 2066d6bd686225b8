package org.jvmcluster.runtime.listen;

import org.jspecify.annotations.Nullable;

/**
 * Decides which event loop takes the next connection, or that none has room and the connection
 * stays in the kernel's queue. For one accept thread.
 */
interface Gate {
  /**
   * The loop that takes a connection which waits now.
   *
   * @return null when none has room; {@link #mayHaveRoom} then tells when to ask again
   */
  @Nullable LoopRoom choose();

  /**
   * Whether it is worth looking at the sockets. Changes to true only on an event loop, which wakes
   * the accept thread then.
   */
  boolean mayHaveRoom();
}
