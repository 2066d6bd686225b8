package org.jvmcluster.supervisor.control;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetSettings;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;
import org.jvmcluster.supervisor.report.EventLog;
import org.jvmcluster.supervisor.report.Window;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The paths of the admin API, and what each answers. Runs on the API's event loop. */
final class AdminRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoutes.class);

  private final Vertx vertx;
  private final AdminBackend backend;
  private final EventStreams events;
  private final boolean isReadOnly;
  private final List<Route> routes = new ArrayList<>();

  /**
   * One path with one method.
   *
   * @param path its segments; {@code SLOT} stands for a number
   * @param parameters that its query may have
   */
  private record Route(
      HttpMethod method,
      List<String> path,
      Set<String> parameters,
      BiConsumer<HttpServerRequest, Optional<Slot>> action) {
    static final String SLOT = "SLOT";

    boolean matches(List<String> segments) {
      if (segments.size() != path.size()) {
        return false;
      }
      for (int i = 0; i < segments.size(); i++) {
        if (!path.get(i).equals(SLOT) && !path.get(i).equals(segments.get(i))) {
          return false;
        }
      }
      return true;
    }

    /** {@code POST /scale?workers=}, for people. */
    String describe() {
      return method
          + " /"
          + String.join("/", path)
          + parameters.stream()
              .sorted()
              .map(name -> name + "=")
              .collect(Collectors.joining("&", parameters.isEmpty() ? "" : "?", ""));
    }
  }

  /**
   * All paths.
   *
   * @param isReadOnly whether POST is refused everywhere
   */
  AdminRoutes(Vertx vertx, AdminBackend backend, EventLog log, boolean isReadOnly) {
    this.vertx = vertx;
    this.backend = backend;
    this.events = new EventStreams(log);
    this.isReadOnly = isReadOnly;
    get("status", Set.of("window"), (request, slot) -> status(request));
    get("metrics", Set.of(), (request, slot) -> metrics(request));
    get("events", Set.of("follow"), (request, slot) -> events(request));
    get("config", Set.of(), (request, slot) -> JsonAnswer.send(request, 200, backend.config()));
    get("workers/SLOT", Set.of("window"), (request, slot) -> worker(request, slot.orElseThrow()));
    get("workers/SLOT/dump", Set.of(), (request, slot) -> dump(request, slot.orElseThrow()));
    for (FleetHealth health : FleetHealth.values()) {
      get(
          "health/" + health.pathName(),
          Set.of(),
          (request, slot) -> sendHealth(request, health.of(backend.fleet(), this::strain)));
      get(
          "workers/SLOT/health/" + health.pathName(),
          Set.of(),
          (request, slot) ->
              sendHealth(request, health.of(workersOf(slot.orElseThrow()), this::strain)));
    }
    post("restart", Set.of(), (request, slot) -> backend.restart(answerTo(request)));
    post("scale", Set.of("workers"), (request, slot) -> scale(request));
    post(
        "stop",
        Set.of("now"),
        (request, slot) -> backend.stop(flag(request, "now"), answerTo(request)));
  }

  private void get(
      String path, Set<String> parameters, BiConsumer<HttpServerRequest, Optional<Slot>> action) {
    routes.add(new Route(HttpMethod.GET, segments(path), parameters, action));
  }

  private void post(
      String path, Set<String> parameters, BiConsumer<HttpServerRequest, Optional<Slot>> action) {
    routes.add(new Route(HttpMethod.POST, segments(path), parameters, action));
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }

  /** Answers one request, whatever it is. */
  void handle(HttpServerRequest request) {
    try {
      dispatch(request);
    } catch (RequestRefused e) {
      JsonAnswer.refuse(request, e.status(), e.sentence());
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", request.method(), request.path(), e);
      JsonAnswer.refuse(request, 500, "the supervisor could not answer; its log says why");
    }
  }

  private void dispatch(HttpServerRequest request) {
    List<String> segments = segments(request.path() == null ? "" : request.path());
    List<Route> ofPath = routes.stream().filter(route -> route.matches(segments)).toList();
    if (ofPath.isEmpty()) {
      JsonAnswer.send(
          request,
          404,
          new JsonObject()
              .put("error", "there is no path " + request.path())
              .put("paths", new JsonArray(routes.stream().map(Route::describe).toList())));
      return;
    }
    Route route = allowed(request, ofPath);
    for (String name : request.params().names()) {
      if (!route.parameters().contains(name)) {
        throw new RequestRefused(
            400, "no parameter is called '" + name + "' here: " + route.describe());
      }
    }
    int at = route.path().indexOf(Route.SLOT);
    route.action().accept(request, at < 0 ? Optional.empty() : Optional.of(slot(segments.get(at))));
  }

  private Route allowed(HttpServerRequest request, List<Route> ofPath) {
    List<Route> open =
        ofPath.stream()
            .filter(route -> !isReadOnly || route.method().equals(HttpMethod.GET))
            .toList();
    Optional<Route> found =
        open.stream().filter(route -> route.method().equals(request.method())).findFirst();
    if (found.isEmpty()) {
      String allow =
          open.stream().map(route -> route.method().name()).collect(Collectors.joining(", "));
      request.response().putHeader("Allow", allow);
      throw new RequestRefused(
          405,
          open.isEmpty()
              ? "this listener only answers GET; use the admin socket or the command line"
              : request.path() + " is for " + allow);
    }
    return found.get();
  }

  private static Slot slot(String segment) {
    try {
      return new Slot(Integer.parseInt(segment));
    } catch (IllegalArgumentException e) {
      throw new RequestRefused(400, "a slot is a number from 0, not '" + segment + "'");
    }
  }

  private void status(HttpServerRequest request) {
    JsonAnswer.send(request, 200, backend.status(window(request)));
  }

  private void metrics(HttpServerRequest request) {
    String accept = request.headers().get("Accept");
    vertx
        .executeBlocking(() -> backend.metrics(accept == null ? "" : accept), false)
        .onSuccess(scrape -> MetricsAnswer.send(request, scrape))
        .onFailure(
            failure -> {
              LOG.error("GET /metrics failed", failure);
              JsonAnswer.refuse(request, 500, "the supervisor could not answer; its log says why");
            });
  }

  private void worker(HttpServerRequest request, Slot slot) {
    JsonObject found = backend.worker(slot, window(request)).orElseThrow(() -> noSuchSlot(slot));
    JsonAnswer.send(request, 200, found);
  }

  private void dump(HttpServerRequest request, Slot slot) {
    List<WorkerView> known = workersOf(slot);
    Context context = context();
    backend
        .dump(known.get(0).slot())
        .whenComplete(
            (dump, failure) ->
                context.runOnContext(
                    then -> {
                      if (dump == null) {
                        LOG.error("the dump of slot {} failed", slot, failure);
                        JsonAnswer.refuse(request, 500, "no dump; the supervisor's log says why");
                      } else if (dump.isAnswered()) {
                        TextAnswer.send(request, dump.text());
                      } else {
                        JsonAnswer.refuse(request, 504, dump.text());
                      }
                    }));
  }

  private Strain strain(WorkerView worker) {
    return worker.launch().map(backend::strain).orElse(Strain.NONE);
  }

  private List<WorkerView> workersOf(Slot slot) {
    List<WorkerView> workers =
        backend.fleet().workers().stream().filter(worker -> worker.slot().equals(slot)).toList();
    if (workers.isEmpty()) {
      throw noSuchSlot(slot);
    }
    return workers;
  }

  private static RequestRefused noSuchSlot(Slot slot) {
    return new RequestRefused(404, "there is no slot " + slot);
  }

  private static void sendHealth(HttpServerRequest request, JsonObject health) {
    JsonAnswer.send(request, FleetHealth.isUp(health) ? 200 : 503, health);
  }

  private void events(HttpServerRequest request) {
    if (flag(request, "follow")) {
      events.follow(context(), request);
    } else {
      events.sendRecent(request);
    }
  }

  private void scale(HttpServerRequest request) {
    String given = request.getParam("workers", "");
    int workers;
    try {
      workers = Integer.parseInt(given);
    } catch (NumberFormatException e) {
      workers = 0;
    }
    if (workers < 1 || workers > FleetSettings.MAX_WORKERS) {
      throw new RequestRefused(
          400,
          "workers is a number from 1 to " + FleetSettings.MAX_WORKERS + ", not '" + given + "'");
    }
    backend.scale(workers, answerTo(request));
  }

  private OrderAnswer answerTo(HttpServerRequest request) {
    return new OrderAnswer(context(), request);
  }

  private Context context() {
    return vertx.getOrCreateContext();
  }

  private static Window window(HttpServerRequest request) {
    try {
      return Window.of(request.getParam("window", Window.LAST_10_SECONDS.wireName()));
    } catch (IllegalArgumentException e) {
      throw new RequestRefused(400, String.valueOf(e.getMessage()));
    }
  }

  private static boolean flag(HttpServerRequest request, String name) {
    String value = request.getParam(name, "0");
    return switch (value) {
      case "1" -> true;
      case "0" -> false;
      default -> throw new RequestRefused(400, name + " is 1 or 0, not '" + value + "'");
    };
  }

  /** Ends the answers that would never end by themselves. */
  void close() {
    events.close();
  }
}
