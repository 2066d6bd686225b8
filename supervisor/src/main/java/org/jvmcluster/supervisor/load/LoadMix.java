package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The paths that a run asks for, and how often each: {@code /fast=90,/cpu?ms=20=10}. Immutable.
 *
 * @param parts at least one, each path once
 */
public record LoadMix(List<Part> parts) {
  /** Each has a histogram of some 200 KB in the result. */
  public static final int MOST_PATHS = 64;

  /** So fine is a share of one in ten thousand; the order of all repeats after the weights' sum. */
  public static final int GREATEST_WEIGHT = 10_000;

  private static final String EXAMPLE =
      "write PATH=WEIGHT,PATH=WEIGHT such as /fast=90,/cpu?ms=20=10";

  public LoadMix {
    parts = List.copyOf(parts);
    if (parts.isEmpty() || parts.size() > MOST_PATHS) {
      throw new IllegalArgumentException(
          "a mix has 1 to " + MOST_PATHS + " paths, not " + parts.size());
    }
    Set<String> seen = new HashSet<>();
    for (Part part : parts) {
      if (!seen.add(part.path())) {
        throw new IllegalArgumentException(
            "the path '" + part.path() + "' stands twice in the mix");
      }
    }
  }

  /**
   * A path and its weight.
   *
   * @param path from the slash on, with the query, as it is sent
   * @param weight 1 to {@link #GREATEST_WEIGHT}: its share is that over the sum of all
   */
  public record Part(String path, int weight) {
    public Part {
      requireNonNull(path, "path");
      if (weight < 1 || weight > GREATEST_WEIGHT) {
        throw new IllegalArgumentException(
            "a weight lies in 1.." + GREATEST_WEIGHT + ", not " + weight);
      }
    }
  }

  /** One path only. */
  public static LoadMix of(String path) {
    return new LoadMix(List.of(new Part(path, 1)));
  }

  /**
   * Reads {@code PATH=WEIGHT,...}. The weight stands behind the last {@code =} of a part, so a path
   * may have others; a comma within a path is written {@code %2C}, and is sent so.
   *
   * @throws IllegalArgumentException if the text is anything else; the message names the part and
   *     says what to write
   */
  public static LoadMix parse(String text) {
    List<Part> parts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      parts.add(part(part.strip()));
    }
    return new LoadMix(parts);
  }

  private static Part part(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a part of the mix is empty; " + EXAMPLE);
    }
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException(
          "the part '"
              + text
              + "' does not begin with a slash; "
              + EXAMPLE
              + ", with %2C for a comma within a path");
    }
    int equals = text.lastIndexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("the part '" + text + "' lacks its weight; " + EXAMPLE);
    }
    return new Part(path(text.substring(0, equals)), weight(text, text.substring(equals + 1)));
  }

  private static String path(String path) {
    try {
      URI uri = new URI("http://host" + path);
      if (uri.getRawFragment() != null) {
        throw new IllegalArgumentException(
            "the path '" + path + "' has a '#', which is not sent; write %23");
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "the path '" + path + "' is none of a URL: " + e.getReason(), e);
    }
    return path;
  }

  private static int weight(String part, String weight) {
    boolean whole = weight.matches("[0-9]{1,9}");
    int value = whole ? Integer.parseInt(weight) : 0;
    if (value < 1 || value > GREATEST_WEIGHT) {
      throw new IllegalArgumentException(
          "the weight '"
              + weight
              + "' behind the last '=' of '"
              + part
              + "' is no whole number in 1.."
              + GREATEST_WEIGHT);
    }
    return value;
  }

  /** Each path's share of the requests, in order; they add up to 1. */
  public Map<String, Double> shares() {
    double sum = parts.stream().mapToInt(Part::weight).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    parts.forEach(part -> shares.put(part.path(), part.weight() / sum));
    return Collections.unmodifiableMap(shares);
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return parts.stream()
        .map(part -> part.path() + "=" + part.weight())
        .collect(Collectors.joining(","));
  }
}
