package org.jvmcluster.supervisor;

import io.vertx.core.json.JsonObject;
import java.util.List;

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

  /** The last lines of a worker whose end ends the supervisor. */
  void lastWords(String worker, List<String> lines);
}
