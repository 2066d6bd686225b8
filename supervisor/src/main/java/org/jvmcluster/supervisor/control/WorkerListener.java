package org.jvmcluster.supervisor.control;

import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;

/**
 * Hears what workers say. Called on Netty's threads, for one worker always on the same and in the
 * order {@link #onHello}, {@link #onMessage} any number of times, {@link #onLost} once. Must not
 * block, and must hand on what it decides; an exception ends the worker's channel.
 */
public interface WorkerListener {
  /**
   * A worker wants to join. From here on messages may be sent to it: they follow the answer.
   *
   * @return {@link SupervisorMessage.Welcome}, or {@link SupervisorMessage.Refused} for a launch
   *     that is not expected; then nothing else is heard of it
   */
  SupervisorMessage onHello(WorkerMessage.Hello hello);

  /** A worker that has joined says something; never a second hello. */
  void onMessage(LaunchId launch, WorkerMessage message);

  /** The channel of a worker that has joined is gone, whoever closed it. */
  void onLost(LaunchId launch);
}
