package org.jvmcluster.runtime.protocol;

import java.util.List;

/**
 * Something in a worker that measures. There is one reader: the report, from a thread that is no
 * event loop; a source that others read as well keeps a cursor for each.
 */
@FunctionalInterface
public interface ReadingSource {

  /**
   * Reads all figures of the interval since the last call and starts the next, as one step: what is
   * recorded meanwhile is in this interval or in the next, never in both or none. Must not block.
   */
  List<Reading> takeReadings();

  /**
   * Whether something has begun or ended since this was last asked that should not wait for the
   * next regular report. Asked some times a second by the reader's thread, so it must be cheap.
   */
  default boolean isUrgent() {
    return false;
  }
}
