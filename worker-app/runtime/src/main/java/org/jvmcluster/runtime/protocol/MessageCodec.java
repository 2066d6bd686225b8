package org.jvmcluster.runtime.protocol;

import java.util.Optional;

/**
 * Messages as the body of a frame, and back. A body is UTF-8 text: the type on the first line, then
 * one {@code key=value} line a field; a list repeats its key; parts of a value are separated by
 * tabs; backslash, line breaks and tabs are escaped with a backslash.
 *
 * <p>What a newer side adds is skipped: unknown keys, unknown parts at the end of a value, unknown
 * kinds of readings, and messages of unknown type, which decode to empty. What is wrong in a known
 * place is an error. Stateless, safe for any thread. {@link Frames} puts bodies on a stream.
 */
public final class MessageCodec {
  private MessageCodec() {}

  /** The body of a message to the supervisor. */
  public static byte[] encode(WorkerMessage message) {
    return WorkerMessageText.write(message).toBytes();
  }

  /** The body of a message to a worker. */
  public static byte[] encode(SupervisorMessage message) {
    return SupervisorMessageText.write(message).toBytes();
  }

  /**
   * Reads a body that a worker sent.
   *
   * @return empty when the type is unknown: a newer worker says something this supervisor need not
   *     understand
   * @throws ProtocolException when a field is missing or its value is wrong
   */
  public static Optional<WorkerMessage> decodeWorkerMessage(byte[] body) throws ProtocolException {
    return WorkerMessageText.read(Body.parse(body));
  }

  /**
   * Reads a body that the supervisor sent.
   *
   * @return empty when the type is unknown: a newer supervisor says something this worker need not
   *     understand
   * @throws ProtocolException when a field is missing or its value is wrong
   */
  public static Optional<SupervisorMessage> decodeSupervisorMessage(byte[] body)
      throws ProtocolException {
    return SupervisorMessageText.read(Body.parse(body));
  }
}
