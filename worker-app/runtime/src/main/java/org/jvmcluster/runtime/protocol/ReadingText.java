package org.jvmcluster.runtime.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Readings as lines of a report: kind, name, value, then each label and its value, separated by
 * tabs. A distribution's value is the Base64 of HdrHistogram's V2 encoding, not compressed:
 * deflating halves it (8.1 to 3.9 kB for 20,000 log-normal values at 3 digits) but takes five to
 * eight times the CPU (0.37 instead of 0.04 ms), and the worker's CPU is what is measured, while a
 * unix socket takes a hundred kilobytes a second without notice.
 */
final class ReadingText {
  private static final String KEY = "reading";
  private static final String GAUGE = "gauge";
  private static final String COUNTER = "counter";
  private static final String DISTRIBUTION = "distribution";

  private ReadingText() {}

  static void write(List<Reading> readings, BodyWriter body) {
    // One buffer for all: the encoder demands room for the worst case, 9 bytes a bucket, which is
    // far more than it fills.
    byte[] scratch =
        new byte
            [readings.stream()
                .filter(Reading.Distribution.class::isInstance)
                .mapToInt(
                    reading ->
                        ((Reading.Distribution) reading).histogram().getNeededByteBufferCapacity())
                .max()
                .orElse(0)];
    for (Reading reading : readings) {
      body.field(KEY, atoms(reading, scratch));
    }
  }

  static List<Reading> read(Body body) throws ProtocolException {
    List<Reading> readings = new ArrayList<>();
    for (List<String> atoms : body.atoms(KEY, 3)) {
      read(atoms, body).ifPresent(readings::add);
    }
    return readings;
  }

  private static String[] atoms(Reading reading, byte[] scratch) {
    List<String> atoms = new ArrayList<>(3 + 2 * reading.labels().size());
    if (reading instanceof Reading.Gauge gauge) {
      atoms.add(GAUGE);
      atoms.add(gauge.name());
      atoms.add(Double.toString(gauge.value()));
    } else if (reading instanceof Reading.Counter counter) {
      atoms.add(COUNTER);
      atoms.add(counter.name());
      atoms.add(Long.toString(counter.total()));
    } else if (reading instanceof Reading.Distribution distribution) {
      atoms.add(DISTRIBUTION);
      atoms.add(distribution.name());
      atoms.add(encode(distribution.histogram(), scratch));
    } else {
      throw new AssertionError("a reading without text: " + reading.getClass());
    }
    reading
        .labels()
        .forEach(
            (label, value) -> {
              atoms.add(label);
              atoms.add(value);
            });
    return atoms.toArray(String[]::new);
  }

  private static String encode(Histogram histogram, byte[] scratch) {
    int length = histogram.encodeIntoByteBuffer(ByteBuffer.wrap(scratch));
    return Base64.getEncoder().encodeToString(Arrays.copyOf(scratch, length));
  }

  private static Optional<Reading> read(List<String> atoms, Body body) throws ProtocolException {
    String kind = atoms.get(0);
    String name = atoms.get(1);
    String value = atoms.get(2);
    Map<String, String> labels = labels(atoms, body);
    try {
      return switch (kind) {
        case GAUGE -> Optional.of(new Reading.Gauge(name, labels, Double.parseDouble(value)));
        case COUNTER -> Optional.of(new Reading.Counter(name, labels, Long.parseLong(value)));
        case DISTRIBUTION -> Optional.of(new Reading.Distribution(name, labels, decode(value)));
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException e) {
      throw body.wrong(KEY, kind + " " + name + " " + value, e);
    }
  }

  private static Map<String, String> labels(List<String> atoms, Body body)
      throws ProtocolException {
    if (atoms.size() % 2 == 0) {
      throw body.wrong(
          KEY,
          String.join(" ", atoms),
          new IllegalArgumentException("the last label has no value"));
    }
    Map<String, String> labels = new LinkedHashMap<>();
    for (int i = 3; i < atoms.size(); i += 2) {
      labels.put(atoms.get(i), atoms.get(i + 1));
    }
    return labels;
  }

  private static Histogram decode(String base64) {
    try {
      return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (RuntimeException e) {
      // The decoder checks little itself: broken input ends in whatever its arrays throw.
      throw new IllegalArgumentException("not an encoded histogram: " + e, e);
    }
  }
}
