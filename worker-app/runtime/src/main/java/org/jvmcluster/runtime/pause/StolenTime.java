package org.jvmcluster.runtime.pause;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * CPU time that this machine, where it is a virtual one, wanted and did not get: the hypervisor
 * gave it to others. Of the machine, not of this process; all cores together; from the moment this
 * began to look, since the machine may have run for months. See proc(5), {@code /proc/stat},
 * "steal".
 */
final class StolenTime implements ReadingSource {
  /** The unit of the file: 1/100 s to every program, whatever the kernel's own tick. */
  private static final long UNIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Position of the figure in the line, after the line's name. */
  private static final int STEAL = 8;

  private final Path file;
  private final long beginNanos;
  private long totalNanos;

  StolenTime(Path file) {
    this.file = requireNonNull(file, "file");
    this.beginNanos = read().orElse(0);
  }

  static StolenTime ofThisMachine() {
    return new StolenTime(Path.of("/proc/stat"));
  }

  /** Understands {@code /proc/stat}; nanoseconds since the machine began. */
  static OptionalLong parse(String text) {
    return text.lines()
        .filter(line -> line.startsWith("cpu "))
        .map(line -> line.split(" +"))
        .filter(fields -> fields.length > STEAL && fields[STEAL].matches("[0-9]{1,16}"))
        .mapToLong(fields -> Long.parseLong(fields[STEAL]) * UNIT_NANOS)
        .findFirst();
  }

  @Override
  public List<Reading> takeReadings() {
    OptionalLong nanos = read();
    if (nanos.isEmpty()) {
      return List.of();
    }
    // Some kernels let the figure go back a little.
    totalNanos = Math.max(totalNanos, nanos.getAsLong() - beginNanos);
    return List.of(Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, totalNanos));
  }

  private OptionalLong read() {
    try {
      return parse(Files.readString(file));
    } catch (IOException notReadableHere) {
      return OptionalLong.empty();
    }
  }
}
