package org.jvmcluster.supervisor.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/** Service times as people write them. */
public final class ServiceTimeText {
  /** For help and messages. */
  public static final String SHAPES =
      "100ms, exp:100ms, lognormal:MEAN:P99, file:FILE, or several with weights, 10ms=90,exp:1s=10";

  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(us|ms|s)");
  private static final Pattern WEIGHTED = Pattern.compile("(.+)=(\\d{1,9}(?:\\.\\d{1,6})?)");

  private ServiceTimeText() {}

  /**
   * Reads one.
   *
   * @param text one of {@link #SHAPES}
   * @param files reads what was measured out of a file of that name; throws {@link
   *     IllegalArgumentException} where it cannot
   * @throws IllegalArgumentException if the text is anything else; the message says what to write
   */
  public static ServiceTime parse(String text, Function<String, LatencyDistribution> files) {
    String[] parts = text.split(",", -1);
    if (parts.length == 1 && !WEIGHTED.matcher(text).matches()) {
      return part(text, files);
    }
    List<ServiceTime> times = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (String part : parts) {
      Matcher weighted = WEIGHTED.matcher(part);
      if (!weighted.matches()) {
        throw new IllegalArgumentException(
            "'" + part + "' of the service times has no weight: write " + part + "=1");
      }
      times.add(part(weighted.group(1), files));
      weights.add(Double.parseDouble(weighted.group(2)));
    }
    return ServiceTime.mix(times, weights);
  }

  private static ServiceTime part(String text, Function<String, LatencyDistribution> files) {
    String[] words = text.split(":", 2);
    if (words.length == 1) {
      return ServiceTime.fixed(time(text));
    }
    return switch (words[0]) {
      case "exp" -> ServiceTime.exponential(time(words[1]));
      case "lognormal" -> lognormal(words[1]);
      case "file" -> ServiceTime.measured(files.apply(words[1]));
      default -> throw unknown(text);
    };
  }

  private static ServiceTime lognormal(String meanAndP99) {
    String[] words = meanAndP99.split(":", -1);
    if (words.length != 2) {
      throw unknown("lognormal:" + meanAndP99);
    }
    return ServiceTime.lognormal(time(words[0]), time(words[1]));
  }

  private static Duration time(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw unknown(text);
    }
    double nanos =
        Double.parseDouble(time.group(1))
            * switch (time.group(2)) {
              case "us" -> 1e3;
              case "ms" -> 1e6;
              default -> 1e9;
            };
    return Duration.ofNanos(Math.round(nanos));
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException("'" + text + "' is no service time: write " + SHAPES);
  }
}
