package org.jvmcluster.supervisor;

import io.vertx.core.json.JsonObject;

/** What a foreground supervisor tells the terminal it was started from. Must not block for long. */
public interface RunConsole {
  /**
   * The sockets are made: connections queue from here on.
   *
   * @param host the literal address
   * @param port the bound port
   * @param pid of the supervisor
   */
  void opened(String host, int port, long pid);

  /** The workers are being started; the first table. */
  void starting(JsonObject status);

  /** All workers are ready, for the first time. */
  void ready(JsonObject status);

  /**
   * What a worker wrote last that ended before it was ready, told when that ends the supervisor.
   *
   * @param text several lines
   */
  void lastWords(String text);
}
