package org.jvmcluster.supervisor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scrape in Prometheus' text format, read as strictly as a server reads it: every family has one
 * HELP and one TYPE before its samples, its samples stand together, no series comes twice, buckets
 * grow with their bounds, and the last has what the count says.
 */
public final class Exposition {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(.*)})? ([-+]?[0-9.eE+-]+|NaN|\\+Inf|-Inf)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, Double> series = new LinkedHashMap<>();

  /** Reads it, and fails where it is not as it should be. */
  public Exposition(String text) {
    assertThat(text).endsWith("\n");
    Set<String> helped = new HashSet<>();
    Set<String> closed = new HashSet<>();
    String family = "";
    for (String line : text.split("\n")) {
      if (line.startsWith("# HELP ")) {
        assertThat(helped.add(line.split(" ")[2])).as("HELP once: %s", line).isTrue();
      } else if (line.startsWith("# TYPE ")) {
        closed.add(family);
        family = line.split(" ")[2];
        assertThat(types.put(family, line.split(" ")[3])).as("TYPE once: %s", line).isNull();
        assertThat(closed).as("samples stand together").doesNotContain(family);
        assertThat(helped).as("HELP before TYPE: %s", line).contains(family);
      } else {
        sample(line, family);
      }
    }
    types.forEach(
        (name, type) -> {
          if (type.equals("histogram")) {
            checkHistogram(name);
          }
        });
  }

  private void sample(String line, String family) {
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as("a sample: %s", line).isTrue();
    String name = sample.group(1);
    String type = types.get(family);
    List<String> allowed =
        switch (String.valueOf(type)) {
          case "histogram" -> List.of(family + "_bucket", family + "_count", family + "_sum");
          case "summary" -> List.of(family + "_count", family + "_sum");
          default -> List.of(family);
        };
    assertThat(allowed).as("of the family %s: %s", family, line).contains(name);
    String labels = sample.group(3) == null ? "" : sample.group(3);
    Map<String, String> sorted = labels(labels);
    assertThat(series.put(key(name, sorted), value(sample.group(4))))
        .as("series once: %s", line)
        .isNull();
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    int end = 0;
    while (label.find()) {
      assertThat(label.start()).as("labels: %s", text).isEqualTo(end);
      assertThat(labels.put(label.group(1), label.group(2))).as("label once: %s", text).isNull();
      end = label.end();
    }
    assertThat(end).as("labels: %s", text).isEqualTo(text.length());
    return labels;
  }

  private static String key(String name, Map<String, String> labels) {
    return name + labels;
  }

  private static double value(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private void checkHistogram(String name) {
    Map<String, List<Double>> bucketsBySeries = new HashMap<>();
    Pattern bound = Pattern.compile("le=([^,}]+)(, )?");
    series.forEach(
        (key, count) -> {
          if (key.startsWith(name + "_bucket{")) {
            bucketsBySeries
                .computeIfAbsent(bound.matcher(key).replaceFirst(""), any -> new ArrayList<>())
                .add(count);
          }
        });
    bucketsBySeries.forEach(
        (key, counts) -> {
          assertThat(counts).as("cumulative: %s", key).isSorted().hasSize(17);
          String labels = key.substring((name + "_bucket").length());
          assertThat(series.get(name + "_count" + labels))
              .as("count of %s", key)
              .isEqualTo(counts.get(counts.size() - 1));
          assertThat(series).containsKey(name + "_sum" + labels);
        });
  }

  /**
   * The value of one series.
   *
   * @param labels names and values by turns
   */
  public double value(String name, String... labels) {
    String key = key(name, named(labels));
    assertThat(series).containsKey(key);
    return series.get(key);
  }

  public boolean has(String name, String... labels) {
    return series.containsKey(key(name, named(labels)));
  }

  private static Map<String, String> named(String... labels) {
    Map<String, String> named = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      named.put(labels[i], labels[i + 1]);
    }
    return named;
  }

  /** Every series whose key has a text in it. */
  public Set<String> containing(String text) {
    Set<String> keys = new HashSet<>(series.keySet());
    keys.removeIf(key -> !key.contains(text));
    return keys;
  }

  public Map<String, String> types() {
    return types;
  }

  public int size() {
    return series.size();
  }
}
