package org.jvmcluster.supervisor.control;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.Window;

/**
 * Asks a running supervisor, for the command line. Each request is a connection of its own over the
 * JDK's unix sockets: a command lives for a fraction of a second. A whole {@code status} costs 0.34
 * s of CPU this way and 1.15 s with the HTTP client of Vert.x, which starts Netty first.
 *
 * <p>Blocks its caller. Stateless, safe for any thread.
 */
public final class AdminClient {
  /** Answers come within 200 ms; this allows for a machine that swaps. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  /**
   * Between two steps of a restart pass at most the ready or the drain time-out, which are
   * configured; longer than any that makes sense. When the supervisor dies the wait ends at once.
   */
  private static final Duration STEP_LIMIT = Duration.ofHours(1);

  /** Nothing may happen for days; the wait ends with the supervisor or the user's Ctrl-C. */
  private static final Duration EVENT_LIMIT = Duration.ofDays(365);

  private final Path socket;

  /** A client of the supervisor whose admin socket is at {@code socket}. */
  public AdminClient(Path socket) {
    this.socket = requireNonNull(socket, "socket");
  }

  /**
   * The status document.
   *
   * @throws NoSupervisorException when none runs there
   * @throws AdminException when it does not answer, or with an error
   */
  public JsonObject status(Window window) throws AdminException {
    return get("/status?window=" + window.wireName());
  }

  /** The workers of one slot; otherwise as {@link #status}. */
  public JsonObject worker(Slot slot, Window window) throws AdminException {
    return get("/workers/" + slot + "?window=" + window.wireName());
  }

  /** The effective configuration; otherwise as {@link #status}. */
  public JsonObject config() throws AdminException {
    return get("/config");
  }

  /**
   * What the threads of a slot's workers are at, as text.
   *
   * @throws NoSupervisorException when none runs there
   * @throws AdminException when there is no such slot, or its process does not answer; the message
   *     says which
   */
  public String dump(Slot slot) throws AdminException {
    String target = "/workers/" + slot + "/dump";
    try (AdminExchange exchange = AdminExchange.open(socket, "GET", target, ANSWER_LIMIT)) {
      String body = exchange.body();
      if (exchange.status() != 200) {
        throw refused(exchange.status(), new JsonObject(body));
      }
      return body;
    } catch (IOException | DecodeException e) {
      throw explained(e);
    }
  }

  private JsonObject get(String target) throws AdminException {
    try (AdminExchange exchange = AdminExchange.open(socket, "GET", target, ANSWER_LIMIT)) {
      JsonObject answer = new JsonObject(exchange.body());
      if (exchange.status() != 200) {
        throw refused(exchange.status(), answer);
      }
      return answer;
    } catch (IOException | DecodeException e) {
      throw explained(e);
    }
  }

  /**
   * The event log, oldest first.
   *
   * @param follow whether to go on with what happens, until the supervisor ends
   * @param event called for each, as made by {@code EventLine}
   * @throws NoSupervisorException when none runs there
   * @throws AdminException when it does not answer, or with an error
   */
  public void events(boolean follow, Consumer<JsonObject> event) throws AdminException {
    String target = follow ? "/events?follow=1" : "/events";
    Duration limit = follow ? EVENT_LIMIT : ANSWER_LIMIT;
    try (AdminExchange exchange = AdminExchange.open(socket, "GET", target, limit)) {
      if (exchange.status() != 200) {
        throw refused(exchange.status(), new JsonObject(exchange.body()));
      }
      for (String line = exchange.nextLine(); line != null; line = exchange.nextLine()) {
        event.accept(new JsonObject(line));
      }
    } catch (IOException | DecodeException e) {
      throw explained(e);
    }
  }

  /**
   * Orders a rolling restart and waits for its end. Interrupting or ending the caller does not end
   * the restart.
   *
   * @param step called for each step as it happens
   * @throws NoSupervisorException when none runs there
   * @throws AdminException when the supervisor ends or goes silent before it has told the outcome
   */
  public Outcome restart(Consumer<JsonObject> step) throws AdminException {
    return post("/restart", step);
  }

  /** Orders so many workers, 1 to 1024; otherwise as {@link #restart}. */
  public Outcome scale(int workers, Consumer<JsonObject> step) throws AdminException {
    return post("/scale?workers=" + workers, step);
  }

  /** Orders the end, with or without drain; otherwise as {@link #restart}. */
  public Outcome stop(boolean now, Consumer<JsonObject> step) throws AdminException {
    return post(now ? "/stop?now=1" : "/stop", step);
  }

  private Outcome post(String target, Consumer<JsonObject> step) throws AdminException {
    try (AdminExchange exchange = AdminExchange.open(socket, "POST", target, STEP_LIMIT)) {
      StringBuilder unknown = new StringBuilder();
      for (String line = exchange.nextLine(); line != null; line = exchange.nextLine()) {
        Optional<JsonObject> object = parsed(line);
        Optional<Outcome> outcome = object.flatMap(AdminClient::outcome);
        if (outcome.isPresent()) {
          return outcome.get();
        }
        if (object.filter(known -> known.containsKey("event")).isPresent()) {
          step.accept(object.get());
        } else {
          unknown.append(line).append('\n');
        }
      }
      throw unfinished(exchange.status(), unknown.toString(), target);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  private static Optional<JsonObject> parsed(String line) {
    try {
      return Optional.of(new JsonObject(line));
    } catch (DecodeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Outcome> outcome(JsonObject line) {
    return Result.of(line.getString("result"))
        .map(result -> result.withText(line.getString("text", "")));
  }

  private AdminException unfinished(int status, String body, String target) {
    Optional<JsonObject> error = parsed(body);
    return status >= 400 && error.isPresent()
        ? refused(status, error.get())
        : new AdminException(
            "the supervisor at "
                + socket
                + " ended before it told the outcome of "
                + target
                + "; see its log");
  }

  private AdminException refused(int status, JsonObject answer) {
    return new AdminException(
        "the supervisor at "
            + socket
            + " refused ("
            + status
            + "): "
            + answer.getString("error", answer.encode()));
  }

  private AdminException explained(Exception e) {
    if (e instanceof AdminException known) {
      return known;
    }
    if (e instanceof SocketTimeoutException) {
      return new AdminException(
          "the supervisor at " + socket + " is silent (" + message(e) + "); is it stopped?", e);
    }
    if (e instanceof SocketException && (!Files.exists(socket) || isRefused(e))) {
      return new NoSupervisorException("no supervisor runs at " + socket, e);
    }
    return new AdminException("asking the supervisor at " + socket + " failed: " + message(e), e);
  }

  /** A socket file that nobody listens at is left by a supervisor that was killed. */
  private static boolean isRefused(Exception e) {
    return message(e).contains("refused");
  }

  private static String message(Exception e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
