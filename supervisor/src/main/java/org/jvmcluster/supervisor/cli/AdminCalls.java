package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.Window;

/**
 * What the commands ask of a running supervisor. Every call blocks until it is answered and throws
 * {@code IOException} when the supervisor goes away or answers nonsense.
 */
interface AdminCalls {

  /** The status document. */
  JsonObject status(Window window) throws IOException;

  /** The configuration document. */
  JsonObject config() throws IOException;

  /** The life-cycle log; with {@code follow} also what is still to come, until interrupted. */
  void events(boolean follow, Consumer<JsonObject> event) throws IOException;

  /** Rolling restart. */
  Outcome restart(Consumer<JsonObject> step) throws IOException;

  /** More or fewer workers. */
  Outcome scale(int workers, Consumer<JsonObject> step) throws IOException;

  /** Drain and end, or end at once. */
  Outcome stop(boolean now, Consumer<JsonObject> step) throws IOException;

  /** Finds the supervisor of a port. */
  @FunctionalInterface
  interface Finder {
    /** Empty when none of this user answers for the port. */
    Optional<AdminCalls> find(int port);
  }
}
