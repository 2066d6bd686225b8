package org.jvmcluster.supervisor.compare.page;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A chart for the script of the page.
 *
 * @param title above it
 * @param reading what is seen in it, for those who do not see it
 * @param drawing what the script draws
 */
record Chart(String title, String reading, JsonObject drawing) {
  Chart {
    requireNonNull(title, "title");
    requireNonNull(reading, "reading");
    requireNonNull(drawing, "drawing");
  }

  /** With axes, without series yet. The kind of x tells how it is scaled and labelled. */
  static JsonObject drawing(String xKind, String xLabel, String yLabel, boolean logarithmic) {
    return new JsonObject()
        .put("xKind", xKind)
        .put("xLabel", xLabel)
        .put("yLabel", yLabel)
        .put("yLog", logarithmic)
        .put("series", new JsonArray());
  }

  /** A line; its values are as many as those of x, null where it has none. */
  static JsonObject line(String name, String unit, int colour, List<@Nullable Double> values) {
    return new JsonObject()
        .put("name", name)
        .put("unit", unit)
        .put("colour", colour)
        .put("y", values(values));
  }

  static JsonArray values(Collection<@Nullable Double> values) {
    JsonArray array = new JsonArray();
    for (Double value : values) {
      if (value == null) {
        array.addNull();
      } else {
        array.add(Math.round(value * 1e4) / 1e4);
      }
    }
    return array;
  }

  static JsonArray values(DoubleStream values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  /** As it stands in the page; without the script its place stays empty and is not shown. */
  String markup(int index) {
    return "<figure><figcaption>"
        + Markup.escaped(title)
        + "</figcaption><div class=\"chart\" role=\"img\" data-chart=\""
        + index
        + "\" aria-label=\""
        + Markup.escaped(title + ". " + reading)
        + "\"></div></figure>\n";
  }
}
