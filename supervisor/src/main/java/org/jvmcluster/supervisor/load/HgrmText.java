package org.jvmcluster.supervisor.load;

import java.time.Duration;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Reads HdrHistogram's percentile distribution: a line for each of some percentiles with value,
 * percentile as a fraction, samples up to it, and the inverse of the rest. What lies between two
 * lines is taken at the value of the upper one.
 */
final class HgrmText {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int COLUMNS = 4;

  /** A distribution without a sample is this line alone. */
  private static final Pattern HEADER =
      Pattern.compile("Value\\s+Percentile\\s+TotalCount\\s+1/\\(1-Percentile\\)");

  private HgrmText() {}

  /**
   * The samples.
   *
   * @param text values in milliseconds
   * @throws IllegalArgumentException if it is anything else; the message names the line
   */
  static Histogram read(String text) {
    Histogram histogram = DurationSamples.emptyHistogram();
    long before = 0;
    int number = 0;
    boolean any = false;
    for (String line : text.lines().toList()) {
      number++;
      String row = line.strip();
      if (HEADER.matcher(row).matches()) {
        any = true;
        continue;
      }
      if (row.isEmpty() || row.startsWith("#")) {
        continue;
      }
      String[] columns = row.split("\\s+");
      try {
        if (columns.length < COLUMNS - 1 || columns.length > COLUMNS) {
          throw new NumberFormatException(columns.length + " columns");
        }
        double nanos = Double.parseDouble(columns[0]) * NANOS_PER_MILLI;
        long upTo = Long.parseLong(columns[2]);
        boolean inRange = nanos >= 0 && nanos <= DurationSamples.LONGEST_NANOS;
        if (!inRange || upTo < before) {
          throw new NumberFormatException(
              inRange
                  ? "fewer samples than in the line above"
                  : "a value is 0 to " + Duration.ofNanos(DurationSamples.LONGEST_NANOS));
        }
        histogram.recordValueWithCount(Math.round(nanos), upTo - before);
        before = upTo;
        any = true;
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "line "
                + number
                + " is none of a percentile distribution: '"
                + row
                + "' ("
                + e.getMessage()
                + ")",
            e);
      }
    }
    if (!any) {
      throw new IllegalArgumentException("no line of a percentile distribution");
    }
    return histogram;
  }
}
