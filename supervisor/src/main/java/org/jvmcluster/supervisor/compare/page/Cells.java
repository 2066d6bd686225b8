package org.jvmcluster.supervisor.compare.page;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.figures.FigureText;
import org.jvmcluster.supervisor.compare.figures.LatencyFigures;
import org.jvmcluster.supervisor.compare.figures.Measured;
import org.jvmcluster.supervisor.model.Interval;

/** Figures as cells of a table: without their unit, which the column names. */
final class Cells {
  /** The percentiles that every table of latency shows. */
  static final List<String> PERCENTILES =
      List.of("p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms");

  private static final double[] POINTS = {50, 90, 99, 99.9, 100};

  private Cells() {}

  static List<String> percentiles(LatencyFigures latency) {
    return Stream.of(0, 1, 2, 3, 4).map(i -> percentile(latency, POINTS[i])).toList();
  }

  /** In parentheses when fewer samples stand behind it than it needs. */
  static String percentile(LatencyFigures latency, double percentile) {
    String value = latency.at(percentile).map(Cells::millis).orElse(Table.NONE);
    return latency.isSound(percentile) || value.equals(Table.NONE) ? value : "(" + value + ")";
  }

  static String value(Optional<Measured> measured) {
    return measured.map(it -> FigureText.number(it.value())).orElse(Table.NONE);
  }

  /** {@code 1.90..2.02}. */
  static String interval(Optional<Measured> measured) {
    return measured.flatMap(Measured::interval).map(Cells::interval).orElse(Table.NONE);
  }

  static String interval(Interval interval) {
    return FigureText.number(interval.low()) + ".." + FigureText.number(interval.high());
  }

  static String number(OptionalDouble value) {
    return value.isPresent() ? FigureText.number(value.getAsDouble()) : Table.NONE;
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String millis(Duration duration) {
    return FigureText.number(duration.toNanos() / 1e6);
  }

  static String seconds(Duration duration) {
    return FigureText.number(duration.toNanos() / 1e9);
  }

  static String mebibytes(long bytes) {
    return FigureText.number(bytes / 1024.0 / 1024.0);
  }

  static List<String> row(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
