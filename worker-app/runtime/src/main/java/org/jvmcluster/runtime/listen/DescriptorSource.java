package org.jvmcluster.runtime.listen;

import java.io.IOException;
import org.jvmcluster.runtime.time.Deadline;

/** Where the descriptors of the listening sockets come from, in the order of their labels. */
public interface DescriptorSource extends AutoCloseable {
  /**
   * Waits for the next descriptor. For one thread at a time, never an event loop.
   *
   * @return its number in this process; the caller owns it
   * @throws IOException when none comes by the deadline, or the supervisor has closed its end
   */
  int next(Deadline deadline) throws IOException;

  @Override
  void close();
}
