package org.jvmcluster.supervisor.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Settings as programs and as people read them.
 *
 * <p>As JSON: {@code {"settings": {KEY: {"value", "origin", "default", "unit", "change":
 * "restart|new_supervisor"}}}}; a value is text, a list for keys that take one.
 */
public final class ConfigDocument {
  private ConfigDocument() {}

  /** The JSON object. */
  public static JsonObject json(Settings settings) {
    JsonObject byKey = new JsonObject();
    for (Setting<?> setting : settings.all()) {
      ConfigKey<?> key = setting.key();
      byKey.put(
          key.name(),
          new JsonObject()
              .put("value", jsonValue(key, setting.words()))
              .put("origin", setting.origin().text())
              .put("default", jsonValue(key, key.defaultWords()))
              .put("unit", key.unit())
              .put("change", key.change().name().toLowerCase(Locale.ROOT)));
    }
    return new JsonObject().put("settings", byKey);
  }

  private static Object jsonValue(ConfigKey<?> key, List<String> words) {
    return key.shape() == ConfigKey.Shape.LIST ? new JsonArray(words) : words.get(0);
  }

  /**
   * The lines of a file with these settings, each ending in a line break; reading it gives the same
   * settings again.
   */
  public static String yaml(JsonObject document) {
    return lines(document, "");
  }

  /** The same with the origin of each value as a comment, aligned. */
  public static String explained(JsonObject document) {
    return lines(document, "  # ");
  }

  private static String lines(JsonObject document, String comment) {
    JsonObject byKey = document.getJsonObject("settings", new JsonObject());
    int width =
        byKey.fieldNames().stream().mapToInt(key -> line(key, byKey).length()).max().orElse(0);
    StringBuilder lines = new StringBuilder();
    for (String key : byKey.fieldNames()) {
      String line = line(key, byKey);
      lines.append(line);
      if (!comment.isEmpty()) {
        lines
            .append(" ".repeat(width - line.length()))
            .append(comment)
            .append(byKey.getJsonObject(key).getString("origin"));
      }
      lines.append('\n');
    }
    return lines.toString();
  }

  private static String line(String key, JsonObject byKey) {
    Object value = byKey.getJsonObject(key).getValue("value");
    String text =
        value instanceof JsonArray list
            ? list.stream()
                .map(word -> quoted(String.valueOf(word)))
                .collect(Collectors.joining(", ", "[", "]"))
            : quoted(String.valueOf(value));
    return key + ": " + text;
  }

  /** As a plain word where YAML cannot mistake it for anything else, otherwise in quotes. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9][A-Za-z0-9.,_-]*") ? word : "'" + word.replace("'", "''") + "'";
  }
}
