package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * All durations of one kind as a histogram, so that those of several runs can be truly added.
 * Immutable; nanoseconds, at most 0.1 % off.
 */
public final class LatencyDistribution {
  private static final double NANOS_PER_MILLI = 1e6;

  /** HdrHistogram's own default: five lines until half of the rest is over, five for its half... */
  private static final int HGRM_LINES_PER_HALF = 5;

  private final Histogram histogram;

  private LatencyDistribution(Histogram histogram) {
    this.histogram = histogram;
  }

  /** Takes a copy of a histogram of nanoseconds. */
  public static LatencyDistribution of(Histogram nanos) {
    return new LatencyDistribution(requireNonNull(nanos, "nanos").copy());
  }

  /** All samples of all of them; without any, an empty one. */
  public static LatencyDistribution merged(Collection<LatencyDistribution> parts) {
    Histogram all = DurationSamples.emptyHistogram();
    all.setAutoResize(true);
    parts.forEach(part -> all.add(part.histogram));
    return new LatencyDistribution(all);
  }

  /** Samples. */
  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * The least duration that so many percent of the samples do not exceed.
   *
   * @param percentile 0 to 100
   * @return empty without a sample
   */
  public Optional<Duration> at(double percentile) {
    return count() == 0 ? Optional.empty() : Optional.of(nanosAt(percentile));
  }

  /** The usual ones; empty without a sample. */
  public Optional<Percentiles> percentiles() {
    return count() == 0
        ? Optional.empty()
        : Optional.of(
            new Percentiles(
                count(), nanosAt(50), nanosAt(90), nanosAt(99), nanosAt(99.9), nanosAt(100)));
  }

  /** A copy, for what HdrHistogram offers beyond this. */
  public Histogram toHistogram() {
    return histogram.copy();
  }

  /** Base64 of HdrHistogram's compressed form (V2, deflated): a few KB, nothing lost. */
  public String encode() {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static LatencyDistribution decode(String base64) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      return new LatencyDistribution(Histogram.decodeFromCompressedByteBuffer(bytes, 0));
    } catch (DataFormatException | RuntimeException e) {
      // Bytes that are no histogram end in whatever exception their decoder stumbles into.
      throw new IllegalArgumentException(
          "no compressed HdrHistogram in Base64: " + e.getMessage(), e);
    }
  }

  /**
   * HdrHistogram's percentile distribution as text, in milliseconds: what its plotters and other
   * tools read as {@code .hgrm}.
   */
  public String toHgrm() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.US_ASCII)) {
      histogram.outputPercentileDistribution(out, HGRM_LINES_PER_HALF, NANOS_PER_MILLI);
    }
    return bytes.toString(StandardCharsets.US_ASCII);
  }

  /**
   * Reads what {@link #toHgrm} or another tool wrote in milliseconds. Only the percentiles that
   * stand in the text are exact; what lies between two of them counts as the upper one.
   *
   * @throws IllegalArgumentException if the text is anything else; the message names the line
   */
  public static LatencyDistribution ofHgrm(String millis) {
    return new LatencyDistribution(HgrmText.read(millis));
  }

  private Duration nanosAt(double percentile) {
    return Duration.ofNanos(histogram.getValueAtPercentile(percentile));
  }
}
