package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.fleet.Occurrence;

/**
 * One {@link Occurrence} as programs and as people read it. As JSON it is one object with always
 * the same keys: {@code at event slot generation pid millis text}, {@code null} where one does not
 * apply.
 */
public final class EventLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private EventLine() {}

  /** The object of one occurrence. */
  public static JsonObject json(Occurrence occurrence) {
    return new JsonObject()
        .put("at", occurrence.at().toString())
        .put("event", occurrence.kind().wireName())
        .put("slot", occurrence.slot().map(slot -> (Object) slot.number()).orElse(null))
        .put("generation", occurrence.generation().map(g -> (Object) g.number()).orElse(null))
        .put("pid", JsonFigures.orNull(occurrence.pid()))
        .put("millis", JsonFigures.orNull(occurrence.millis()))
        .put("text", occurrence.text());
  }

  /**
   * A line for people: time of day and what happened. The sentence names worker, duration and
   * reason itself.
   *
   * @param event as made by {@link #json}; where the sentence is missing, the kind of event stands
   * @param zone whose time of day
   */
  public static String text(JsonObject event, ZoneId zone) {
    return time(event.getString("at"), zone)
        + "  "
        + event.getString("text", event.getString("event", "-"));
  }

  private static String time(@Nullable String at, ZoneId zone) {
    if (at == null) {
      return "-";
    }
    try {
      return TIME.format(Instant.parse(at).atZone(zone));
    } catch (DateTimeParseException e) {
      return at;
    }
  }
}
