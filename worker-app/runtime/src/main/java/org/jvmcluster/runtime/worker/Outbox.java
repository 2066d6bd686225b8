package org.jvmcluster.runtime.worker;

import org.jvmcluster.runtime.protocol.WorkerMessage;

/** The way to the supervisor. Safe for any thread; nothing here blocks. */
interface Outbox {
  /**
   * Queues a message.
   *
   * @return false when the channel has ended or is full; the message is then dropped
   */
  boolean send(WorkerMessage message);

  /** Whether everything sent before has been written. */
  boolean isEmpty();
}
