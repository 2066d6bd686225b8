package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Figures of a status document as people read them; one without a sample is {@code -}. */
public final class FigureText {
  private FigureText() {}

  /** Without fractions. */
  public static String whole(@Nullable Object figure) {
    return text(figure, number -> Long.toString(Math.round(number.doubleValue())));
  }

  /** Three digits that matter: 0.123, 1.23, 12.3, 123. */
  public static String millis(@Nullable Object figure) {
    return text(
        figure,
        number -> {
          double value = number.doubleValue();
          int digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
          return String.format(Locale.ROOT, "%." + digits + "f", value);
        });
  }

  /** A share from 0 to 1 in whole percent. */
  public static String percent(@Nullable Object share) {
    return text(share, number -> Long.toString(Math.round(100 * number.doubleValue())));
  }

  /** Bytes in whole megabytes of 2^20. */
  public static String megabytes(@Nullable Object bytes) {
    return text(bytes, number -> Long.toString(Math.round(number.doubleValue() / (1 << 20))));
  }

  /** The span of time under {@code key}, whose unit is {@code unitMillis} long. */
  public static String span(JsonObject from, String key, double unitMillis) {
    return text(
        from.getValue(key),
        number -> Spans.text(Math.round(Math.max(0, number.doubleValue() * unitMillis))));
  }

  /** A worker's state; in backoff with the time that is left. */
  public static String state(JsonObject worker) {
    String state = worker.getString("state", "-");
    return worker.getValue("backoffLeftMs") == null
        ? state
        : state + " " + span(worker, "backoffLeftMs", 1);
  }

  /** How many samples percentiles were read from; of what was never measured nobody knows. */
  public static String samples(JsonObject latency) {
    boolean wasMeasured = latency.getDouble("windowSeconds", 0.0) > 0;
    return wasMeasured ? whole(latency.getValue("count")) : "-";
  }

  /** The window of a document, as a heading names it. */
  public static String window(JsonObject status) {
    Window window = Window.of(status.getString("window", Window.ALL.wireName()));
    return switch (window) {
      case LAST_10_SECONDS -> "last 10 s";
      case LAST_MINUTE -> "last minute";
      case ALL -> "since start";
    };
  }

  /** {@code slot 0 pid 4711}. */
  public static String name(JsonObject worker) {
    Object pid = worker.getValue("pid");
    return "slot " + worker.getValue("slot") + (pid == null ? "" : " pid " + pid);
  }

  /** The address, state and readiness of the fleet, in one line. */
  public static String fleet(JsonObject status) {
    JsonObject supervisor = part(status, "supervisor");
    List<JsonObject> workers = workers(status);
    String host = supervisor.getString("host", "-");
    long slots = workers.stream().map(worker -> worker.getInteger("slot")).distinct().count();
    long ready = count(workers, "ready");
    long blocked = count(workers, "blocked");
    return String.format(
        Locale.ROOT,
        "http://%s:%s/  %s, %d of %d workers ready%s, generation %s, up %s",
        host.contains(":") ? "[" + host + "]" : host,
        supervisor.getValue("port"),
        supervisor.getString("state", "-"),
        Math.min(ready, slots),
        slots,
        blocked == 0 ? "" : ", " + blocked + " blocked",
        supervisor.getValue("generation"),
        span(supervisor, "uptimeSeconds", 1000));
  }

  private static long count(List<JsonObject> workers, String state) {
    return workers.stream()
        .filter(worker -> Objects.equals(worker.getString("state"), state))
        .count();
  }

  /** The entries of a document, one a worker. */
  public static List<JsonObject> workers(JsonObject status) {
    return status.getJsonArray("workers", new JsonArray()).stream()
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .toList();
  }

  /** A group of figures; an empty one where there is none. */
  public static JsonObject part(JsonObject of, String key) {
    return of.getValue(key) instanceof JsonObject object ? object : new JsonObject();
  }

  private static String text(@Nullable Object figure, Function<Number, String> format) {
    return figure instanceof Number number ? format.apply(number) : "-";
  }
}
